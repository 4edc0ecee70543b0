import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatchRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { settingsQuery } from '../api/settings';
import { AuthLayout } from './auth-layout';

const AuthHero = lazy(() => import('./auth-hero'));

/** Around the pages at the door: log in, register, reset. Where one comes first, the product shows itself. */
export function SignedOutLayout() {
  const isAt = useMatchRoute();
  const { isFetched } = useQuery(settingsQuery);
  // On a narrow screen it stands below the form, which is whole only once the settings are known.
  const hero = <Suspense fallback={<div />}>{isFetched ? <AuthHero /> : <div />}</Suspense>;
  return (
    <AuthLayout beside={isAt({ to: '/login' }) || isAt({ to: '/register' }) ? hero : undefined}>
      <Outlet />
    </AuthLayout>
  );
}
