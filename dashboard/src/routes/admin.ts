import { createRoute, notFound } from '@tanstack/react-router';
import { readPage } from '../api/search';
import { isAdmin } from '../api/session';
import { readLedgerSearch } from '../components/ledger-search';
import {
  readAuditSearch,
  readCostsSearch,
  readDevicesSearch,
  readMessagesSearch,
  readTopUpsSearch,
  readUsersSearch,
} from '../pages/admin/search';
import { readAnalyticsSearch } from '../pages/analytics/search';
import { lazyPage } from './page';
import { signedInLayout } from './signed-in';

/** Administrators only; all others get a 404. */
const admin = createRoute({
  getParentRoute: () => signedInLayout,
  path: '/admin',
  beforeLoad: ({ context }) => {
    if (!isAdmin(context.user)) throw notFound();
  },
});

const users = createRoute({
  getParentRoute: () => admin,
  path: '/users',
  validateSearch: readUsersSearch,
  component: lazyPage(() => import('../pages/admin/users/users-page'), 'UsersPage'),
});

const user = createRoute({
  getParentRoute: () => admin,
  path: '/users/$id',
  validateSearch: readLedgerSearch,
  component: lazyPage(() => import('../pages/admin/users/user-page'), 'UserPage'),
});

const invitations = createRoute({
  getParentRoute: () => admin,
  path: '/invitations',
  validateSearch: readPage,
  component: lazyPage(() => import('../pages/admin/invitations/invitations-page'), 'InvitationsPage'),
});

const topUps = createRoute({
  getParentRoute: () => admin,
  path: '/top-ups',
  validateSearch: readTopUpsSearch,
  component: lazyPage(() => import('../pages/admin/top-ups/top-ups-page'), 'TopUpsPage'),
});

const prices = createRoute({
  getParentRoute: () => admin,
  path: '/prices',
  component: lazyPage(() => import('../pages/admin/prices/prices-page'), 'PricesPage'),
});

const costs = createRoute({
  getParentRoute: () => admin,
  path: '/costs',
  validateSearch: readCostsSearch,
  component: lazyPage(() => import('../pages/admin/costs/costs-page'), 'CostsPage'),
});

const fraud = createRoute({
  getParentRoute: () => admin,
  path: '/fraud',
  component: lazyPage(() => import('../pages/fraud/fraud-page'), 'AdminFraudPage'),
});

const privacy = createRoute({
  getParentRoute: () => admin,
  path: '/privacy',
  component: lazyPage(() => import('../pages/admin/privacy/privacy-page'), 'PrivacyPage'),
});

const reservedBrands = createRoute({
  getParentRoute: () => admin,
  path: '/reserved-brands',
  component: lazyPage(() => import('../pages/admin/brands/reserved-brands-page'), 'ReservedBrandsPage'),
});

const devices = createRoute({
  getParentRoute: () => admin,
  path: '/devices',
  validateSearch: readDevicesSearch,
  component: lazyPage(() => import('../pages/admin/devices/devices-page'), 'DevicesPage'),
});

const newDevice = createRoute({
  getParentRoute: () => admin,
  path: '/devices/new',
  component: lazyPage(() => import('../pages/admin/devices/new-device-page'), 'NewDevicePage'),
});

const editedDevice = createRoute({
  getParentRoute: () => admin,
  path: '/devices/$id/edit',
  component: lazyPage(() => import('../pages/admin/devices/edit-device-page'), 'EditDevicePage'),
});

const device = createRoute({
  getParentRoute: () => admin,
  path: '/devices/$id',
  component: lazyPage(() => import('../pages/admin/devices/device-page'), 'DevicePage'),
});

const deviceTemplates = createRoute({
  getParentRoute: () => admin,
  path: '/devices/$id/templates',
  component: lazyPage(() => import('../pages/admin/devices/templates-page'), 'TemplatesPage'),
});

const deviceSetup = createRoute({
  getParentRoute: () => admin,
  path: '/devices/$id/setup',
  component: lazyPage(() => import('../pages/admin/devices/setup-page'), 'SetupPage'),
});

const statements = createRoute({
  getParentRoute: () => admin,
  path: '/statements',
  validateSearch: readPage,
  component: lazyPage(() => import('../pages/admin/statements/statements-page'), 'StatementsPage'),
});

const messages = createRoute({
  getParentRoute: () => admin,
  path: '/messages',
  validateSearch: readMessagesSearch,
  component: lazyPage(() => import('../pages/admin/messages/messages-page'), 'MessagesPage'),
});

const message = createRoute({
  getParentRoute: () => admin,
  path: '/messages/$id',
  // Search of the list, for the link back.
  validateSearch: readMessagesSearch,
  component: lazyPage(() => import('../pages/admin/messages/message-page'), 'AdminMessagePage'),
});

const analytics = createRoute({
  getParentRoute: () => admin,
  path: '/analytics',
  validateSearch: readAnalyticsSearch,
  component: lazyPage(() => import('../pages/analytics/service-analytics-page'), 'ServiceAnalyticsPage'),
});

const audit = createRoute({
  getParentRoute: () => admin,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyPage(() => import('../pages/admin/audit/audit-page'), 'AuditPage'),
});

const system = createRoute({
  getParentRoute: () => admin,
  path: '/system',
  component: lazyPage(() => import('../pages/admin/system/system-page'), 'SystemPage'),
});

export const adminRoutes = admin.addChildren([
  users,
  user,
  invitations,
  topUps,
  prices,
  costs,
  fraud,
  privacy,
  statements,
  reservedBrands,
  devices,
  newDevice,
  device,
  editedDevice,
  deviceTemplates,
  deviceSetup,
  messages,
  message,
  analytics,
  audit,
  system,
]);
