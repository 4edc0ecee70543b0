import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatchRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { settingsQuery } from '../api/settings';
import { Door } from './door';

const Showcase = lazy(() => import('./showcase'));

/** Around the pages at the door: log in, register, reset. Where one comes first, the product shows itself. */
export function SignedOutFrame() {
  const isAt = useMatchRoute();
  const { isFetched } = useQuery(settingsQuery);
  // On a narrow screen it stands below the form, which is whole only once the settings are known.
  const showcase = <Suspense fallback={<div />}>{isFetched ? <Showcase /> : <div />}</Suspense>;
  return (
    <Door beside={isAt({ to: '/login' }) || isAt({ to: '/register' }) ? showcase : undefined}>
      <Outlet />
    </Door>
  );
}
