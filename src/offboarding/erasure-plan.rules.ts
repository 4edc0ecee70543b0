/**
 * What the erasure of an account does with every table that has rows of accounts. A test compares it with the schema: a new
 * table with a `user_id` needs a line.
 */
export type Fate =
  /** Its rows are deleted by `key`, after those of `parts` (`table.column`) that belong to them. */
  | { rows: 'deleted'; key: string; parts: readonly string[] }
  /** Its rows go with the messages, as in every purge. */
  | { rows: 'purged' }
  /** Its rows stay under the pseudonym. `cleared` columns get these values; `by` names the code that takes names out. */
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

/** In the order of the erasure: what refers to other rows goes before them. */
export const ERASURE_PLAN: Readonly<Record<string, Fate>> = {
  // How one gets in.
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
  // What was sent. Events and deliveries go first: messages wait for those that are due.
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
  // Who it is.
  billing_details: deleted('user_id'),
  audit_entries: renamed('AuditErasure'),
  invitations: deleted(),
  member_invitations: deleted(),
  // An account under a hold is not erased.
  legal_holds: deleted('user_id'),
  // What the books need.
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

/** What lists, the audit log, mails and documents call the account then. Nobody can register it, or log in with it. */
export const pseudonymOf = (userId: number) => ({
  username: `erased:${userId}`,
  name: `erased:${userId}`,
  email: `erased:${userId}@erased.invalid`,
});
