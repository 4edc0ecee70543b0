import { DataSource } from 'typeorm';
import { AnalyticsDay, AnalyticsHour, AnalyticsRollup } from './src/analytics/analytics.entities.js';
import { ApiKey } from './src/api-keys/api-key.entity.js';
import * as auth from './src/auth/auth.entities.js';
import { HookAlert } from './src/auth-hooks/hook-alert.entity.js';
import { BrandKey, ReservedBrand } from './src/brands/brand.entities.js';
import { databaseServer } from './src/config/index.js';
import { CurrencyRate, DeviceCost, MarginDay } from './src/costs/cost.entities.js';
import { CreditBalance, CreditEntry, Price, SpendCount } from './src/credit/credit.entities.js';
import {
  BillingDetails,
  MonthStatement,
  StatementSequence,
} from './src/credit/statements/statement.entities.js';
import { TopUpGuide, TopUpRequest } from './src/credit/top-ups/top-up.entities.js';
import { UsageCursor, UsageDay } from './src/credit/usage/usage.entities.js';
import { FraudBlock, FraudListEntry, FraudMark, FraudSetting } from './src/fraud/fraud.entities.js';
import {
  Device,
  DeviceAllowance,
  DevicePair,
  DeviceProbe,
  DeviceTemplate,
} from './src/gateway/device.entities.js';
import { MemberInvitation } from './src/members/member-invitation.entity.js';
import { Accounts1763700000001 } from './src/migrations/1763700000001-accounts.js';
import { Credit1763700000002 } from './src/migrations/1763700000002-credit.js';
import { Messages1763700000003 } from './src/migrations/1763700000003-messages.js';
import { Webhooks1763800000001 } from './src/migrations/1763800000001-webhooks.js';
import { ChecksAndTests1763800000002 } from './src/migrations/1763800000002-checks-and-tests.js';
import { Story1763800000003 } from './src/migrations/1763800000003-story.js';
import { HookSecrets1763800000004 } from './src/migrations/1763800000004-hook-secrets.js';
import { Gateways1763900000001 } from './src/migrations/1763900000001-gateways.js';
import { DevicePool1763900000002 } from './src/migrations/1763900000002-device-pool.js';
import { WindowsByReference1764000000001 } from './src/migrations/1764000000001-windows-by-reference.js';
import { Growth1764000000002 } from './src/migrations/1764000000002-growth.js';
import { NumberChecks1764050000001 } from './src/migrations/1764050000001-number-checks.js';
import { LinkedDevices1764110000001 } from './src/migrations/1764110000001-linked-devices.js';
import { DeviceProbes1764110000002 } from './src/migrations/1764110000002-device-probes.js';
import { OperatorAlerts1764120000001 } from './src/migrations/1764120000001-operator-alerts.js';
import { HookSettings1764130000001 } from './src/migrations/1764130000001-hook-settings.js';
import { AdminTurns1764150000001 } from './src/migrations/1764150000001-admin-turns.js';
import { LoginCounts1764150000002 } from './src/migrations/1764150000002-login-counts.js';
import { EmailVerification1764160000001 } from './src/migrations/1764160000001-email-verification.js';
import { ApprovedBrands1764180000001 } from './src/migrations/1764180000001-approved-brands.js';
import { KeyLimits1764185000001 } from './src/migrations/1764185000001-key-limits.js';
import { SecurityLog1764190000001 } from './src/migrations/1764190000001-security-log.js';
import { Sessions1764191000001 } from './src/migrations/1764191000001-sessions.js';
import { SecondFactors1764191000002 } from './src/migrations/1764191000002-second-factors.js';
import { CallbackAddresses1764192000001 } from './src/migrations/1764192000001-callback-addresses.js';
import { FreeDeliveries1764192000002 } from './src/migrations/1764192000002-free-deliveries.js';
import { LeanRows1764193000001 } from './src/migrations/1764193000001-lean-rows.js';
import { FailureReasons1764194000001 } from './src/migrations/1764194000001-failure-reasons.js';
import { Correlation1764194000002 } from './src/migrations/1764194000002-correlation.js';
import { MessageSearch1764196000001 } from './src/migrations/1764196000001-message-search.js';
import { Verifications1764197000001 } from './src/migrations/1764197000001-verifications.js';
import { RefusedRequests1764198000001 } from './src/migrations/1764198000001-refused-requests.js';
import { WebhookFailures1764198000002 } from './src/migrations/1764198000002-webhook-failures.js';
import { Tallies1764200000001 } from './src/migrations/1764200000001-tallies.js';
import { AcknowledgedAlerts1764200000002 } from './src/migrations/1764200000002-acknowledged-alerts.js';
import { NarrowedLists1764201000001 } from './src/migrations/1764201000001-narrowed-lists.js';
import { Analytics1764202000001 } from './src/migrations/1764202000001-analytics.js';
import { LedgerFilters1764203000001 } from './src/migrations/1764203000001-ledger-filters.js';
import { TopUpRequests1764203000002 } from './src/migrations/1764203000002-top-up-requests.js';
import { AccountViews1764203000003 } from './src/migrations/1764203000003-account-views.js';
import { FirstCallback1764206000001 } from './src/migrations/1764206000001-first-callback.js';
import { SearchesOfAll1764207000001 } from './src/migrations/1764207000001-searches-of-all.js';
import { CodesBefore1764208000001 } from './src/migrations/1764208000001-codes-before.js';
import { ProtectedBrands1764301000001 } from './src/migrations/1764301000001-protected-brands.js';
import { SecondFactorMisses1764302000001 } from './src/migrations/1764302000001-second-factor-misses.js';
import { OutgoingMails1764303000001 } from './src/migrations/1764303000001-outgoing-mails.js';
import { Invitations1764303000002 } from './src/migrations/1764303000002-invitations.js';
import { WriteProbes1764305000001 } from './src/migrations/1764305000001-write-probes.js';
import { DataKeyChecks1764306000001 } from './src/migrations/1764306000001-data-key-checks.js';
import { WebhookModes1764308000001 } from './src/migrations/1764308000001-webhook-modes.js';
import { DeviceStarts1764312000001 } from './src/migrations/1764312000001-device-starts.js';
import { FailingDevices1764312000002 } from './src/migrations/1764312000002-failing-devices.js';
import { WebhookRecords1764312000003 } from './src/migrations/1764312000003-webhook-records.js';
import { RefusalAddresses1764313000001 } from './src/migrations/1764313000001-refusal-addresses.js';
import { RefusedKeys1764313000002 } from './src/migrations/1764313000002-refused-keys.js';
import { NotOnWhatsapp1764314000001 } from './src/migrations/1764314000001-not-on-whatsapp.js';
import { Purges1764314000002 } from './src/migrations/1764314000002-purges.js';
import { WideIds1764320000001 } from './src/migrations/1764320000001-wide-ids.js';
import { NewChats1764325000001 } from './src/migrations/1764325000001-new-chats.js';
import { DeviceAccounts1764330000001 } from './src/migrations/1764330000001-device-accounts.js';
import { InboundVerifications1764335000001 } from './src/migrations/1764335000001-inbound-verifications.js';
import { Channels1764340000001 } from './src/migrations/1764340000001-channels.js';
import { VerificationFallbacks1764355000001 } from './src/migrations/1764355000001-verification-fallbacks.js';
import { Prices1764360000001 } from './src/migrations/1764360000001-prices.js';
import { Payments1764370000001 } from './src/migrations/1764370000001-payments.js';
import { Costs1764375000001 } from './src/migrations/1764375000001-costs.js';
import { Statements1764376000001 } from './src/migrations/1764376000001-statements.js';
import { Fraud1764377000001 } from './src/migrations/1764377000001-fraud.js';
import { SpendCaps1764378000001 } from './src/migrations/1764378000001-spend-caps.js';
import { LowRunways1764379000001 } from './src/migrations/1764379000001-low-runways.js';
import { Privacy1764380000001 } from './src/migrations/1764380000001-privacy.js';
import { EmailChanges1764381000001 } from './src/migrations/1764381000001-email-changes.js';
import { AccountClosures1764381000002 } from './src/migrations/1764381000002-account-closures.js';
import { SecondDataKeys1764382000001 } from './src/migrations/1764382000001-second-data-keys.js';
import { Members1764383000001 } from './src/migrations/1764383000001-members.js';
import { MemberInvitations1764383000002 } from './src/migrations/1764383000002-member-invitations.js';
import { DeviceAddressKeys1764385000001 } from './src/migrations/1764385000001-device-address-keys.js';
import { OperatorAlert, OperatorNotice } from './src/operations/alerts/operator/operator-alert.entity.js';
import { AuditEntry } from './src/operations/audit/audit-entry.entity.js';
import { RefusedRequest } from './src/operations/requests/refused-request.entity.js';
import {
  ApiKeyUsage,
  DeliveryAfterRefund,
  DuplicateWindow,
  InboxEntry,
  Message,
  MessageAttempt,
  MessageCounter,
  MessageReport,
  NotOnWhatsapp,
  ScheduledStatus,
} from './src/otp/message.entities.js';
import {
  InboundVerification,
  Verification,
  VerificationFallback,
} from './src/otp/verifications/verification.entities.js';
import { Payment } from './src/payments/payment.entity.js';
import { connectionOptions, type Schema } from './src/platform/database/index.js';
import { WriteProbe } from './src/platform/database/write-proof.js';
import { IdempotencyKey } from './src/platform/idempotency/idempotency-key.entity.js';
import { OutgoingMail } from './src/platform/mail/outgoing-mail.entity.js';
import { DataKeyCheck } from './src/platform/security/data-key-check.entity.js';
import { TimeCounter } from './src/platform/time-counters/time-counter.entity.js';
import { LegalHold, PrivacyRequest } from './src/privacy/records/index.js';
import { AccountClosure, AdminLock, Member, ServiceSetting, User } from './src/users/user.entities.js';
import {
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEvent,
} from './src/webhook/webhook.entities.js';

/** The one list of entities and migrations: the service, the TypeORM CLI and the tests share it. */
export const schema: Schema = {
  checkProbe: {
    refused:
      "INSERT INTO credit_balances (user_id, balance, entry_count, updated_at) VALUES (0, -1, 0, '2026-01-01 00:00:00')",
    repair: 'ALTER TABLE credit_balances ADD CONSTRAINT ck_credit_balances_balance CHECK (balance >= 0)',
  },
  entities: [
    DataKeyCheck,
    User,
    Member,
    MemberInvitation,
    AdminLock,
    AccountClosure,
    ...Object.values(auth),
    ApiKey,
    AuditEntry,
    CreditBalance,
    CreditEntry,
    Price,
    SpendCount,
    UsageDay,
    UsageCursor,
    MonthStatement,
    StatementSequence,
    BillingDetails,
    TopUpGuide,
    TopUpRequest,
    Payment,
    FraudMark,
    FraudSetting,
    FraudBlock,
    FraudListEntry,
    Device,
    DeviceAllowance,
    DevicePair,
    DeviceProbe,
    DeviceTemplate,
    ReservedBrand,
    BrandKey,
    Message,
    MessageAttempt,
    MessageReport,
    NotOnWhatsapp,
    InboundVerification,
    Verification,
    VerificationFallback,
    DuplicateWindow,
    MessageCounter,
    ApiKeyUsage,
    DeliveryAfterRefund,
    ScheduledStatus,
    InboxEntry,
    IdempotencyKey,
    WebhookEvent,
    WebhookEndpoint,
    WebhookDelivery,
    WebhookAttempt,
    HookAlert,
    OperatorAlert,
    OperatorNotice,
    OutgoingMail,
    ServiceSetting,
    RefusedRequest,
    AnalyticsRollup,
    AnalyticsHour,
    AnalyticsDay,
    MarginDay,
    DeviceCost,
    CurrencyRate,
    TimeCounter,
    PrivacyRequest,
    LegalHold,
    WriteProbe,
  ],
  migrations: [
    Accounts1763700000001,
    Credit1763700000002,
    Messages1763700000003,
    Webhooks1763800000001,
    ChecksAndTests1763800000002,
    Story1763800000003,
    HookSecrets1763800000004,
    Gateways1763900000001,
    DevicePool1763900000002,
    WindowsByReference1764000000001,
    Growth1764000000002,
    NumberChecks1764050000001,
    LinkedDevices1764110000001,
    DeviceProbes1764110000002,
    OperatorAlerts1764120000001,
    HookSettings1764130000001,
    AdminTurns1764150000001,
    LoginCounts1764150000002,
    EmailVerification1764160000001,
    ApprovedBrands1764180000001,
    KeyLimits1764185000001,
    SecurityLog1764190000001,
    Sessions1764191000001,
    SecondFactors1764191000002,
    CallbackAddresses1764192000001,
    FreeDeliveries1764192000002,
    LeanRows1764193000001,
    FailureReasons1764194000001,
    Correlation1764194000002,
    MessageSearch1764196000001,
    Verifications1764197000001,
    RefusedRequests1764198000001,
    WebhookFailures1764198000002,
    Tallies1764200000001,
    AcknowledgedAlerts1764200000002,
    NarrowedLists1764201000001,
    Analytics1764202000001,
    LedgerFilters1764203000001,
    TopUpRequests1764203000002,
    AccountViews1764203000003,
    FirstCallback1764206000001,
    SearchesOfAll1764207000001,
    CodesBefore1764208000001,
    ProtectedBrands1764301000001,
    SecondFactorMisses1764302000001,
    OutgoingMails1764303000001,
    Invitations1764303000002,
    WriteProbes1764305000001,
    DataKeyChecks1764306000001,
    WebhookModes1764308000001,
    DeviceStarts1764312000001,
    FailingDevices1764312000002,
    WebhookRecords1764312000003,
    RefusalAddresses1764313000001,
    RefusedKeys1764313000002,
    NotOnWhatsapp1764314000001,
    Purges1764314000002,
    WideIds1764320000001,
    NewChats1764325000001,
    DeviceAccounts1764330000001,
    InboundVerifications1764335000001,
    Channels1764340000001,
    VerificationFallbacks1764355000001,
    Prices1764360000001,
    Payments1764370000001,
    Costs1764375000001,
    Statements1764376000001,
    Fraud1764377000001,
    SpendCaps1764378000001,
    LowRunways1764379000001,
    Privacy1764380000001,
    EmailChanges1764381000001,
    AccountClosures1764381000002,
    SecondDataKeys1764382000001,
    Members1764383000001,
    MemberInvitations1764383000002,
    DeviceAddressKeys1764385000001,
  ],
};

/** For the TypeORM CLI: the database of DATABASE_URL, or of DATABASE_URL_FILE. */
export default connectionOptions(databaseServer(process.env), schema).then(
  (options) => new DataSource(options),
);
