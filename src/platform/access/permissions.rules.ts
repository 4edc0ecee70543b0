import { ACCOUNT_ROLES, type AccountRole, ADMIN_ROLES, type AdminRole, type Roles } from './roles.rules.js';

/** The kind of row that the `id` in an operation's path names. Each of these rows belongs to an account. */
export type AccountRow = 'user' | 'top_up_request' | 'price' | 'fraud_block';

interface Permission<Role extends string> {
  roles: readonly Role[];
  operations: readonly string[];
  /** Set: only operators may use the operations on a row of an administrator's account. */
  actsOn?: AccountRow;
}

/**
 * The one table of permissions: the guard, the OpenAPI documents, the dashboard and the tests read it. It names every
 * operation that takes a user token. An operation that is not in the table is closed.
 */
const OF_ACCOUNTS: readonly Permission<AccountRole>[] = [
  // One's own login, and what every page shows.
  {
    roles: ACCOUNT_ROLES,
    operations: [
      'getProfile',
      'updateProfile',
      'changePassword',
      'verifyEmail',
      'resendVerificationEmail',
      'changeEmail',
      'confirmEmail',
      'openSession',
      'listSessions',
      'endSession',
      'endOtherSessions',
      'logoutEverywhere',
      'getSecondFactor',
      'beginSecondFactor',
      'confirmSecondFactor',
      'renewRecoveryCodes',
      'disableSecondFactor',
      'listSecurityLog',
      'listMembers',
      'leaveAccount',
      'getAccountCredit',
      'getAccountPrices',
      'getAccountStats',
      'getAccountAnalytics',
    ],
  },
  {
    roles: ['owner'],
    operations: [
      'exportAccount',
      'getClosing',
      'askClosing',
      'cancelClosing',
      'setMemberRole',
      'removeMember',
      'listMemberInvitations',
      'inviteMember',
      'revokeMemberInvitation',
    ],
  },
  // Messages.
  {
    roles: ['owner', 'developer', 'support', 'viewer'],
    operations: [
      'listAccountHistory',
      'exportAccountHistory',
      'listUsedBrands',
      'getAccountMessage',
      'getInboundAsUser',
    ],
  },
  { roles: ['owner', 'developer', 'support'], operations: ['searchAccountMessages'] },
  { roles: ['owner', 'developer'], operations: ['sendOtpAsUser', 'checkOtpAsUser', 'createInboundAsUser'] },
  // API keys, webhooks and the fraud guard.
  {
    roles: ['owner', 'developer', 'viewer'],
    operations: [
      'listApiKeys',
      'listKeyUsage',
      'listWebhooks',
      'listWebhookDeliveries',
      'listRefusedRequests',
      'followRefusedRequests',
      'getMessageTexts',
      'listBrands',
      'getFraudSettings',
      'listFraudBlocks',
      'listFraudNumbers',
    ],
  },
  {
    roles: ['owner', 'developer'],
    operations: [
      'createApiKey',
      'updateApiKey',
      'rotateApiKey',
      'deleteApiKey',
      'renewHookSecret',
      'storeHookSigningKey',
      'createWebhook',
      'updateWebhook',
      'rotateWebhookSecret',
      'deleteWebhook',
      'testWebhook',
      'replayDelivery',
      'replayFailedDeliveries',
      'setFraudSettings',
      'liftFraudBlock',
      'addFraudNumber',
      'removeFraudNumber',
    ],
  },
  // Credit.
  {
    roles: ['owner', 'finance', 'viewer'],
    operations: [
      'listCreditEntries',
      'exportCreditEntries',
      'getReceipt',
      'getSpendCap',
      'getUsage',
      'listStatements',
      'getStatement',
      'exportStatement',
      'getBilling',
      'getTopUpGuide',
      'getTopUpPicture',
      'listTopUpRequests',
      'getPaymentOptions',
      'listPayments',
    ],
  },
  {
    roles: ['owner', 'finance'],
    operations: [
      'setCreditThreshold',
      'setSpendCap',
      'setBilling',
      'requestTopUp',
      'withdrawTopUpRequest',
      'createPayment',
    ],
  },
];

const OF_ADMINISTRATORS: readonly Permission<AdminRole>[] = [
  {
    roles: ADMIN_ROLES,
    operations: ['getOverview', 'getSystem', 'getAnalytics', 'listAlerts', 'listUsers', 'getUser'],
  },
  // Accounts and messages.
  {
    roles: ['operator', 'support'],
    operations: [
      'listAllMessages',
      'searchAllMessages',
      'getAnyMessage',
      'listFreeDeliveries',
      'listApiKeysOfUser',
      'getUserSecondFactor',
      'getUserClosing',
      'getUserFraudSettings',
      'listAllFraudBlocks',
    ],
  },
  {
    roles: ['operator', 'support'],
    operations: ['markEmailVerified', 'beginAccountView', 'endAccountView'],
    actsOn: 'user',
  },
  { roles: ['operator', 'support'], operations: ['liftUserFraudBlock'], actsOn: 'fraud_block' },
  {
    roles: ['operator'],
    operations: [
      'suspendUser',
      'setUserRole',
      'approveBrands',
      'removeUserSecondFactor',
      'setUserEmail',
      'closeUser',
      'listInvitations',
      'createInvitation',
      'revokeInvitation',
      'listReservedBrands',
      'reserveBrands',
      'releaseBrand',
      'getFraudDefaults',
      'setFraudDefaults',
      'setUserFraudSettings',
      'listGeneralFraudNumbers',
      'addGeneralFraudNumber',
      'removeGeneralFraudNumber',
      'listAuditEntries',
      'acknowledgeAlert',
    ],
  },
  // Data subjects.
  {
    roles: ['operator', 'support'],
    operations: [
      'createPrivacyRequest',
      'listPrivacyRequests',
      'getPrivacyRequest',
      'getAccessDocument',
      'getLegalHold',
    ],
  },
  {
    // An erasure touches messages of every account.
    roles: ['operator'],
    operations: ['completePrivacyRequest', 'liftRestriction', 'setLegalHold'],
  },
  // Credit.
  {
    roles: ['operator', 'finance'],
    operations: [
      'listUserCreditEntries',
      'listPrices',
      'listUserPrices',
      'getUserSpendCap',
      'listAllTopUpRequests',
      'listStatementMonths',
      'listMonthStatements',
      'exportStatements',
      'getMargin',
      'listCosts',
      'setCost',
      'setRateCard',
      'removeCost',
      'setCurrencyRate',
      'removeCurrencyRate',
    ],
  },
  {
    roles: ['operator', 'finance'],
    operations: ['moveCredit', 'setUserPrice', 'setUserSpendCap'],
    actsOn: 'user',
  },
  {
    roles: ['operator', 'finance'],
    operations: ['confirmTopUpRequest', 'declineTopUpRequest'],
    actsOn: 'top_up_request',
  },
  { roles: ['operator', 'finance'], operations: ['cancelPrice'], actsOn: 'price' },
  // Only operators: a general price also applies to administrators' accounts.
  { roles: ['operator'], operations: ['setPrice', 'setTopUpGuide', 'setTopUpPicture', 'removeTopUpPicture'] },
  // Devices.
  {
    roles: ['operator'],
    operations: [
      'listDevices',
      'getDevice',
      'createDevice',
      'updateDevice',
      'deleteDevice',
      'testDevice',
      'drainDevice',
      'resumeDevice',
      'renewCallbackKey',
      'getDeviceLink',
      'listDrivers',
      'listTemplates',
      'createTemplate',
      'sendOtpThroughDevice',
      'listDeviceAlerts',
    ],
  },
];

const byOperation = <Role extends string>(permissions: readonly Permission<Role>[]) =>
  new Map(
    permissions.flatMap((permission) =>
      permission.operations.map((operation) => [operation, permission] as const),
    ),
  );
const ACCOUNT_PERMISSIONS = byOperation(OF_ACCOUNTS);
const ADMIN_PERMISSIONS = byOperation(OF_ADMINISTRATORS);

/** The roles that may use an operation; none if it is not in the table. */
export function rolesOf(operation: string): readonly string[] {
  return (ACCOUNT_PERMISSIONS.get(operation) ?? ADMIN_PERMISSIONS.get(operation))?.roles ?? [];
}

export function isPermitted({ role, adminRole }: Roles, operation: string): boolean {
  const ofAccounts = ACCOUNT_PERMISSIONS.get(operation);
  if (ofAccounts) return ofAccounts.roles.includes(role);
  return adminRole !== null && (ADMIN_PERMISSIONS.get(operation)?.roles.includes(adminRole) ?? false);
}

/** The row whose account must not be an administrator's; undefined if this login may act on all accounts. */
export function actsOn({ adminRole }: Roles, operation: string): AccountRow | undefined {
  return adminRole === 'operator' ? undefined : ADMIN_PERMISSIONS.get(operation)?.actsOn;
}

export const permittedOperations = (roles: Roles): string[] =>
  [...ACCOUNT_PERMISSIONS.keys(), ...ADMIN_PERMISSIONS.keys()].filter((operation) =>
    isPermitted(roles, operation),
  );
