import { createRoute, redirect } from '@tanstack/react-router';
import { readPage } from '../api/search';
import { isAdmin, meQuery } from '../api/session';
import { readLedgerSearch } from '../components/ledger-search';
import { adminPagesQuery } from '../layout/navigation';
import { LayoutError } from '../layout/route-error';
import { SignedInLayout } from '../layout/signed-in-layout';
import { readAnalyticsSearch } from '../pages/analytics/search';
import { readHistorySearch } from '../pages/history/search';
import { HomePage } from '../pages/home/home-page';
import { readRequestsSearch } from '../pages/requests/search';
import { readWebhookSearch } from '../pages/webhooks/search';
import { lazyPage } from './page';
import { rootRoute } from './root';

/** Requires a login. Redirects to the login page, and back after it. */
export const signedInLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const user = await context.queryClient.ensureQueryData(meQuery);
    if (user === null)
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
    if (isAdmin(user)) await context.queryClient.prefetchQuery(adminPagesQuery);
    return { user };
  },
  component: SignedInLayout,
  errorComponent: LayoutError,
});

const home = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/',
  component: HomePage,
});

const send = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/send',
  component: lazyPage(() => import('../pages/send/send-page'), 'SendPage'),
});

const history = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/history',
  validateSearch: readHistorySearch,
  component: lazyPage(() => import('../pages/history/history-page'), 'HistoryPage'),
});

const message = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/history/$messageId',
  validateSearch: readHistorySearch,
  component: lazyPage(() => import('../pages/history/message-page'), 'MessagePage'),
});

const analytics = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/analytics',
  validateSearch: readAnalyticsSearch,
  component: lazyPage(() => import('../pages/analytics/analytics-page'), 'AnalyticsPage'),
});

const keys = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/keys',
  component: lazyPage(() => import('../pages/keys/keys-page'), 'KeysPage'),
});

const requests = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/requests',
  validateSearch: readRequestsSearch,
  component: lazyPage(() => import('../pages/requests/requests-page'), 'RequestsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/webhooks',
  component: lazyPage(() => import('../pages/webhooks/webhooks-page'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/webhooks/$id',
  validateSearch: readWebhookSearch,
  component: lazyPage(() => import('../pages/webhooks/webhook-page'), 'WebhookPage'),
});

const fraud = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/fraud',
  component: lazyPage(() => import('../pages/fraud/fraud-page'), 'FraudPage'),
});

const credit = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/credit',
  validateSearch: readLedgerSearch,
  component: lazyPage(() => import('../pages/credit/credit-page'), 'CreditPage'),
});

const receipt = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/credit/receipts/$entryId',
  component: lazyPage(() => import('../pages/credit/receipt-page'), 'ReceiptPage'),
});

const statement = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/credit/statements/$month',
  component: lazyPage(() => import('../pages/credit/statement-page'), 'StatementPage'),
});

const account = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/account',
  validateSearch: readPage,
  component: lazyPage(() => import('../pages/account/account-page'), 'AccountPage'),
});

const members = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/account/members',
  component: lazyPage(() => import('../pages/members/members-page'), 'MembersPage'),
});

/** Redirect from a former address, which older emails and bookmarks use. */
const security = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/security',
  beforeLoad: () => {
    throw redirect({ to: '/account', replace: true });
  },
});

const verifyEmail = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/verify-email',
  component: lazyPage(() => import('../pages/auth/verify-page'), 'VerifyPage'),
});

const changeEmail = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/change-email',
  component: lazyPage(() => import('../pages/account/change-email-page'), 'ChangeEmailPage'),
});

export const accountRoutes = [
  home,
  verifyEmail,
  changeEmail,
  send,
  history,
  message,
  analytics,
  keys,
  requests,
  webhooks,
  webhook,
  fraud,
  credit,
  receipt,
  statement,
  account,
  members,
  security,
] as const;
