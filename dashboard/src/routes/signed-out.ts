import { createRoute, redirect } from '@tanstack/react-router';
import { meQuery } from '../api/session';
import { lazyImport } from '../components/lazy-import';
import { SignedOutLayout } from '../layout/signed-out-layout';
import { readLoginSearch } from '../pages/auth/search';
import { authPage } from './page';
import { rootRoute } from './root';

const layout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-out',
  component: SignedOutLayout,
});

const login = createRoute({
  getParentRoute: () => layout,
  path: '/login',
  validateSearch: readLoginSearch,
  beforeLoad: async ({ context, search }) => {
    const me = await context.queryClient.ensureQueryData(meQuery);
    if (me !== null) throw redirect({ href: search.next ?? '/', replace: true });
  },
  component: authPage(() => import('../pages/auth/login-page'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => layout,
  path: '/register',
  validateSearch: readLoginSearch,
  component: authPage(() => import('../pages/auth/register-page'), 'RegisterPage'),
});

const google = createRoute({
  getParentRoute: () => layout,
  path: '/login/google',
  component: authPage(() => import('../pages/auth/google-page'), 'GooglePage'),
});

const forgot = createRoute({
  getParentRoute: () => layout,
  path: '/forgot-password',
  component: authPage(() => import('../pages/auth/forgot-page'), 'ForgotPage'),
});

const reset = createRoute({
  getParentRoute: () => layout,
  path: '/reset-password',
  component: authPage(() => import('../pages/auth/reset-page'), 'ResetPage'),
});

const join = createRoute({
  getParentRoute: () => layout,
  path: '/join',
  component: authPage(() => lazyImport(() => import('../pages/auth/join-page')), 'JoinPage'),
});

export const signedOutRoutes = layout.addChildren([login, register, google, forgot, reset, join]);
