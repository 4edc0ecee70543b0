/** Columns by which a leak is counted. */
interface Counted {
  account?: string;
  /** The fingerprint of a phone. */
  recipient?: string;
  time?: string;
}

export interface DataKind {
  name: string;
  /** What a reader of these tables gets. */
  clear: string;
  /** What a reader who also has DATA_KEY gets in addition. */
  withKey?: string;
  tables: Record<string, Counted>;
}

const OF_ACCOUNT = { account: 'user_id' };
const MADE = { account: 'user_id', time: 'created_at' };
const MADE_BY_NOBODY = { time: 'created_at' };
const SENT = { account: 'user_id', recipient: 'recipient_index', time: 'created_at' };

/** Every table of the schema, as docs/privacy-operator.md lists them. */
export const DATA_KINDS: readonly DataKind[] = [
  {
    name: 'Accounts',
    clear: 'usernames, names, email addresses, Google ids, hashes of passwords',
    tables: {
      users: { account: 'id', time: 'created_at' },
      invitations: MADE,
      members: { account: 'account_id', time: 'joined_at' },
      member_invitations: MADE,
      email_changes: { account: 'user_id', time: 'expires_at' },
      account_closures: { account: 'user_id', time: 'erase_at' },
    },
  },
  {
    name: 'Logins',
    clear: 'IP addresses and browsers of sessions, hashes of tokens',
    withKey: 'secrets of second factors, recovery codes by guessing',
    tables: {
      sessions: MADE,
      login_addresses: { account: 'user_id', time: 'last_at' },
      login_counts: { time: 'ends_at' },
      password_resets: MADE,
      second_factors: MADE,
      recovery_codes: OF_ACCOUNT,
      account_views: OF_ACCOUNT,
    },
  },
  {
    name: 'Messages',
    clear: 'masked phones, brands, times, statuses, words of gateways, external_id and metadata of accounts',
    withKey:
      'whole phones, by trying the numbers that fit a mask; then codes; phones that wait for a fallback',
    tables: {
      messages: SENT,
      verifications: SENT,
      inbound_verifications: SENT,
      verification_fallbacks: { time: 'due_at' },
      message_attempts: MADE_BY_NOBODY,
      message_reports: { time: 'first_at' },
      duplicate_windows: { time: 'expires_at' },
      not_on_whatsapp: MADE,
      gateway_inbox: { time: 'received_at' },
      device_pairs: { recipient: 'recipient_index', time: 'expires_at' },
      test_steps: { time: 'due_at' },
    },
  },
  {
    name: 'Events',
    clear: 'masked phones, brands, times and statuses, as webhooks send them; responses of webhooks',
    tables: { webhook_events: MADE, webhook_deliveries: MADE, webhook_attempts: MADE_BY_NOBODY },
  },
  {
    name: 'Keys and webhooks',
    clear: 'hashes and last characters of API keys, allowed addresses, addresses of webhooks',
    withKey: 'secrets of webhooks and hooks: forged events and hooks',
    tables: {
      api_keys: MADE,
      api_key_usage: {},
      webhook_endpoints: MADE,
      hook_alerts: { account: 'user_id', time: 'quiet_until' },
    },
  },
  {
    name: 'Requests',
    clear:
      'stored responses with masked phones; routes, error codes and callers’ IP addresses of rejected requests',
    withKey: 'API keys in stored responses of their creation',
    tables: { idempotency_keys: { account: 'user_id', time: 'expires_at' }, refused_requests: MADE },
  },
  {
    name: 'Credit',
    clear: 'balances, amounts, notes, payers, billing names and addresses, bank accounts of the operator',
    tables: {
      credit_balances: { account: 'user_id', time: 'updated_at' },
      credit_entries: MADE,
      prices: MADE,
      spend_counts: { account: 'user_id', time: 'since' },
      usage_cursors: OF_ACCOUNT,
      usage_days: OF_ACCOUNT,
      statements: { account: 'user_id', time: 'closed_at' },
      statement_sequences: {},
      billing_details: { account: 'user_id', time: 'updated_at' },
      top_up_guides: { time: 'updated_at' },
      top_up_requests: MADE,
      payments: MADE,
    },
  },
  {
    name: 'Audit log',
    clear: 'who changed what and when, IP addresses and browsers',
    tables: { audit_entries: MADE },
  },
  {
    name: 'Mails',
    clear: 'kinds and times of waiting mails, mail addresses of the operator',
    withKey: 'addresses and texts of waiting mails',
    tables: { outgoing_mails: MADE_BY_NOBODY, operator_notices: MADE_BY_NOBODY },
  },
  {
    name: 'Privacy',
    clear: 'kinds, notes and times of requests, reasons of legal holds',
    withKey: 'phones of open requests and restrictions, by trying numbers',
    tables: { privacy_requests: MADE_BY_NOBODY, legal_holds: MADE },
  },
  {
    name: 'Fraud guard',
    clear: 'masks and prefixes of five digits',
    withKey: 'phones, addresses and devices of callers, by guessing',
    tables: {
      fraud_marks: MADE_BY_NOBODY,
      fraud_blocks: { account: 'user_id', time: 'started_at' },
      fraud_list_entries: MADE,
      fraud_settings: { account: 'user_id', time: 'updated_at' },
    },
  },
  {
    name: 'Devices',
    clear: 'names and numbers of devices, addresses of gateways',
    withKey: 'tokens of gateways, with which to send as the operator; secrets of callbacks',
    tables: {
      devices: MADE_BY_NOBODY,
      device_alerts: { time: 'raised_at' },
      device_allowances: {},
      device_costs: MADE_BY_NOBODY,
      device_probes: { time: 'due_at' },
      device_templates: { time: 'changed_at' },
    },
  },
  {
    name: 'Sums',
    clear: 'numbers of messages by account, day, hour, brand and prefix',
    tables: {
      analytics_days: OF_ACCOUNT,
      analytics_folds: OF_ACCOUNT,
      analytics_hours: OF_ACCOUNT,
      message_counters: OF_ACCOUNT,
      free_deliveries: OF_ACCOUNT,
      margin_days: OF_ACCOUNT,
      tallies: {},
    },
  },
  {
    name: 'Settings',
    clear: 'nothing about a person',
    tables: {
      admin_turns: {},
      brand_keys: OF_ACCOUNT,
      currency_rates: MADE_BY_NOBODY,
      data_key_checks: MADE_BY_NOBODY,
      operator_alerts: { time: 'since' },
      reserved_brands: MADE_BY_NOBODY,
      service_settings: {},
      write_probes: {},
    },
  },
];

export const TABLES = new Map(
  DATA_KINDS.flatMap((kind) =>
    Object.entries(kind.tables).map(([table, counted]) => [table, { kind, counted }]),
  ),
);
