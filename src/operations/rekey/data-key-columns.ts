/** A column that is sealed with DATA_KEY, in a table with a numeric key. */
interface SealedColumn {
  table: string;
  key: 'id' | 'user_id';
  column: string;
}

/** All columns that hold sealed secrets; a test compares them with what a service stores. */
export const SEALED: readonly SealedColumn[] = [
  { table: 'devices', key: 'id', column: 'token_sealed' },
  { table: 'devices', key: 'id', column: 'webhook_secret_sealed' },
  { table: 'second_factors', key: 'user_id', column: 'sealed_secret' },
  { table: 'webhook_endpoints', key: 'id', column: 'secret' },
  { table: 'webhook_endpoints', key: 'id', column: 'old_secret' },
  { table: 'api_keys', key: 'id', column: 'hook_secret_sealed' },
  { table: 'outgoing_mails', key: 'id', column: 'sealed' },
  { table: 'idempotency_keys', key: 'id', column: 'answer' },
  { table: 'verification_fallbacks', key: 'id', column: 'phone' },
];

/** Rows with a fingerprint of an older key. It cannot be made again: the phone or code itself is not stored. */
export interface OldRows {
  table: string;
  /** The column with the fingerprint, whose prefix names the key. */
  column: string;
  /** The condition of the rows that are still needed. `?` is the present time, if `endsAt` is set. */
  where?: string;
  /** The column with the time when a row is no longer needed. */
  endsAt?: string;
}

/** Rows that expire by themselves. */
export const EXPIRING_ROWS = {
  'idempotency keys': {
    table: 'idempotency_keys',
    // Not `key_index`: a key that was stored under both fingerprints has a `body_index` of the newer one.
    column: 'body_index',
    where: 'expires_at > ?',
    endsAt: 'expires_at',
  },
  'duplicate windows': {
    table: 'duplicate_windows',
    column: 'duplicate_index',
    where: 'expires_at > ?',
    endsAt: 'expires_at',
  },
  'open verifications': {
    table: 'verifications',
    column: 'code_index',
    where: "status = 'pending' AND expires_at > ?",
    endsAt: 'expires_at',
  },
  'open inbound verifications': {
    table: 'inbound_verifications',
    column: 'text_index',
    where: "status = 'pending' AND expires_at > ?",
    endsAt: 'expires_at',
  },
  'blocks against fraud': {
    table: 'fraud_blocks',
    column: 'mark',
    where: 'lifted_at IS NULL AND ends_at > ?',
    endsAt: 'ends_at',
  },
  'waits of devices': {
    table: 'device_pairs',
    column: 'recipient_index',
    where: 'expires_at > ?',
    endsAt: 'expires_at',
  },
} as const satisfies Record<string, OldRows>;

/** Rows that stay in force until somebody removes them. */
export const PERMANENT_ROWS = {
  'numbers on lists': { table: 'fraud_list_entries', column: 'mark' },
  restrictions: {
    table: 'privacy_requests',
    column: 'recipient_indexes',
    where: "kind = 'restriction' AND status = 'completed'",
  },
  // Without the old key's fingerprint, these requests would not find the messages of their phone.
  'undecided privacy requests': {
    table: 'privacy_requests',
    column: 'recipient_indexes',
    where: "status IN ('open', 'erasing', 'held')",
  },
} as const satisfies Record<string, OldRows>;

export const MESSAGES: OldRows = { table: 'messages', column: 'recipient_index', endsAt: 'created_at' };
export const RECOVERY_CODES: OldRows = { table: 'recovery_codes', column: 'code_hash' };
export const LOGIN_ADDRESSES: OldRows = { table: 'login_addresses', column: 'address' };

/** Columns that are emptied when indexes are dropped. The rows stay. */
export const EMPTIED_COLUMNS = [
  { table: 'messages', columns: ['recipient_index', 'duplicate_index'] },
  { table: 'verifications', columns: ['recipient_index', 'code_index'] },
  { table: 'inbound_verifications', columns: ['recipient_index'] },
] as const;

/** Rows that are deleted when indexes are dropped: they are useless without their fingerprint. */
export const DELETED_ROWS: readonly OldRows[] = [
  { table: 'idempotency_keys', column: 'body_index' },
  { table: 'duplicate_windows', column: 'duplicate_index' },
  { table: 'device_pairs', column: 'recipient_index' },
  { table: 'fraud_marks', column: 'mark' },
  { table: 'login_addresses', column: 'address' },
];
