import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../api/session';
import { SignedOutFrame } from '../layout/signed-out-frame';
import { readLoginSearch } from '../pages/auth/search';
import { initialPage } from './page';
import { rootRoute } from './root';

const frame = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-out',
  component: SignedOutFrame,
});

const login = createRoute({
  getParentRoute: () => frame,
  path: '/login',
  validateSearch: readLoginSearch,
  beforeLoad: async ({ context, search }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (me !== null) throw redirect({ href: search.next ?? '/', replace: true });
  },
  component: initialPage(() => import('../pages/auth/login-page'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => frame,
  path: '/register',
  validateSearch: readLoginSearch,
  component: initialPage(() => import('../pages/auth/register-page'), 'RegisterPage'),
});

const google = createRoute({
  getParentRoute: () => frame,
  path: '/login/google',
  component: initialPage(() => import('../pages/auth/google-page'), 'GooglePage'),
});

const forgot = createRoute({
  getParentRoute: () => frame,
  path: '/forgot-password',
  component: initialPage(() => import('../pages/auth/forgot-page'), 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => frame,
  path: '/reset-password',
  component: initialPage(() => import('../pages/auth/reset-page'), 'ResetPage'),
});

export const signedOutRoutes = frame.addChildren([login, register, google, forgot, reset]);
