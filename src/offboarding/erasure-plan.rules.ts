/**
 * What the erasure of an account does with a table. Every table with rows of accounts needs a line in
 * {@link ERASURE_PLAN}: a test compares it with the schema.
 */
export type Fate =
  /** Its rows are deleted by `key`, after those of `parts` (`table.column`) that belong to them. */
  | { rows: 'deleted'; key: string; parts: readonly string[] }
  /** Its rows are deleted together with the messages, by the code of every purge. */
  | { rows: 'purged' }
  /** Its rows stay, under the pseudonym. The `cleared` columns get these values; the class `by` replaces names. */
  | { rows: 'kept'; key: string; cleared: Readonly<Record<string, string | null>>; by?: string };

const deleted = (key = 'id', ...parts: string[]): Fate => ({ rows: 'deleted', key, parts });
const purged: Fate = { rows: 'purged' };
const kept = (cleared: Record<string, string | null> = {}, key = 'id', by?: string): Fate => ({
  rows: 'kept',
  key,
  cleared,
  by,
});
const renamed = (by: string): Fate => kept({}, 'id', by);

/** The plan in the order of the erasure: rows are deleted before the rows that they refer to. */
export const ERASURE_PLAN: Readonly<Record<string, Fate>> = {
  // Logins and API keys.
  sessions: deleted(),
  account_views: deleted('session_id'),
  second_factors: deleted('user_id'),
  recovery_codes: deleted('user_id'),
  login_addresses: deleted('user_id'),
  password_resets: deleted(),
  email_changes: deleted('user_id'),
  idempotency_keys: deleted(),
  spend_counts: deleted('user_id'),
  api_keys: deleted('id', 'api_key_usage.api_key_id'),
  refused_requests: deleted(),
  brand_keys: deleted(),
  hook_alerts: deleted(),
  // Messages. Events and deliveries come first: a message is not purged while one of them is due.
  webhook_deliveries: deleted('id', 'webhook_attempts.delivery_id'),
  webhook_events: deleted(),
  webhook_endpoints: deleted(),
  messages: purged,
  verifications: purged,
  inbound_verifications: deleted(),
  not_on_whatsapp: deleted('message_id'),
  fraud_settings: deleted('user_id'),
  fraud_blocks: deleted(),
  fraud_list_entries: deleted(),
  // Personal data of the owner.
  billing_details: deleted('user_id'),
  audit_entries: renamed('AuditErasure'),
  invitations: deleted(),
  member_invitations: deleted(),
  // There is no row then, since an account under a hold is not erased.
  legal_holds: deleted('user_id'),
  // Data that the ledger needs.
  credit_entries: renamed('CreditErasure'),
  statements: renamed('CreditErasure'),
  usage_days: renamed('CreditErasure'),
  usage_cursors: kept(),
  credit_balances: kept(
    {
      low_threshold: null,
      low_since: null,
      low_mail_at: null,
      low_runway_days: null,
      low_runway_since: null,
      spend_cap: null,
    },
    'user_id',
  ),
  top_up_requests: kept({ sender: '', note: null, reason: null }),
  payments: kept({ qr_text: null, pay_code: null, page_url: null }),
  prices: kept(),
  // Counts, without names, phones and texts.
  message_counters: kept(),
  free_deliveries: kept(),
  margin_days: kept(),
  analytics_days: kept(),
  analytics_hours: kept(),
  analytics_folds: kept(),
  members: kept(),
  account_closures: kept(),
};

/** The names of an erased account, in lists, the audit log and documents. Nobody can register or log in with them. */
export const pseudonymOf = (userId: number) => ({
  username: `erased:${userId}`,
  name: `erased:${userId}`,
  email: `erased:${userId}@erased.invalid`,
});
