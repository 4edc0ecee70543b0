import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatchRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { settingsQuery } from '../api/settings';
import { authImport } from '../components/lazy-import';
import { AuthLayout } from './auth-layout';

const AuthHero = lazy(() => authImport(() => import('./auth-hero')));

/** Layout of the login, registration and reset pages. */
export function SignedOutLayout() {
  const isAt = useMatchRoute();
  const { isFetched } = useQuery(settingsQuery);
  // Waits for the settings: on a narrow screen the hero is below the form, whose height depends on them.
  const hero = <Suspense fallback={<div />}>{isFetched ? <AuthHero /> : <div />}</Suspense>;
  return (
    <AuthLayout beside={isAt({ to: '/login' }) || isAt({ to: '/register' }) ? hero : undefined}>
      <Outlet />
    </AuthLayout>
  );
}
