import type { FoundRows } from './records/index.js';

/** A mask after the erasure: it keeps only the digits that analytics count by. */
const ERASED_MASK = "CONCAT(SUBSTR(recipient_masked, 1, 4), '****')";
/** In place of a gateway's id, which may contain the phone. Not null: a late callback would bring the id again. */
const ERASED_ID = 'erased';

/** What one transaction erases: finished messages or inbound verifications of a phone, and what belongs to them. */
export interface ErasureBatch {
  messageIds: readonly number[];
  references: readonly string[];
  duplicateIndexes: readonly string[];
  gatewayMessageIds: readonly string[];
  /** References of the verifications that these messages carry. */
  verifications: readonly string[];
  inboundIds: readonly number[];
  inboundReferences: readonly string[];
  /** The accounts of these messages and inbound verifications. */
  userIds: readonly number[];
  /** Blind indexes of the phone; only in the last batch. */
  recipients: readonly string[];
  found: FoundRows;
}

/** A condition that finds rows. The values replace `(?)` in `sql`; without values it finds none. */
interface Finder {
  sql: string;
  values: readonly (string | number)[];
}

export interface ErasedTable {
  table: string;
  /** The column by which rows are written: the key, so that writes lock no other rows. */
  key: string;
  find: (batch: ErasureBatch) => Finder[];
  /**
   * `delete`: deletes the rows, since these columns name the phone or derive from it. `set`: sets such columns to SQL
   * expressions. `rewrite`: removes the phone from the JSON in this column.
   */
  change: { delete: readonly string[] } | { set: Readonly<Record<string, string>> } | { rewrite: string };
}

const ofMessages = ({ messageIds }: ErasureBatch): Finder[] => [
  { sql: 'message_id IN (?)', values: messageIds },
];

/** Finds rows without a message by the inbound verification that their text names. */
const ofTexts = (column: string, condition: string, references: readonly string[]): Finder[] =>
  references.map((reference) => ({
    sql: `message_id IS NULL AND ${condition} AND ${column} LIKE (?)`,
    values: [`%${reference}%`],
  }));

const INBOUND_EVENTS =
  "type IN ('verification.approved', 'verification.expired', 'verification.failed', 'verification.inbound_unproved')";

/**
 * All tables that name a phone, in the order of locks. An erasure goes through this list; a test compares it with the
 * schema. Messages and verifications stay as rows without a link to the phone: counters, ledger and analytics count
 * them.
 */
export const ERASED_TABLES: readonly ErasedTable[] = [
  {
    table: 'verifications',
    key: 'reference',
    find: ({ verifications }) => [{ sql: 'reference IN (?)', values: verifications }],
    change: { set: { recipient_index: "''" } },
  },
  {
    table: 'inbound_verifications',
    key: 'id',
    find: ({ inboundIds }) => [{ sql: 'id IN (?)', values: inboundIds }],
    change: {
      set: {
        recipient_index: "''",
        recipient_masked: ERASED_MASK,
        external_id: 'NULL',
        metadata: 'NULL',
      },
    },
  },
  {
    table: 'verification_fallbacks',
    key: 'id',
    find: ({ verifications }) => [{ sql: 'verification IN (?)', values: verifications }],
    change: { set: { phone: 'NULL', due_at: 'NULL' } },
  },
  {
    table: 'messages',
    key: 'id',
    find: ({ messageIds }) => [{ sql: 'id IN (?)', values: messageIds }],
    change: {
      set: {
        recipient_index: "''",
        // recipient_last4 is computed from it.
        recipient_masked: ERASED_MASK,
        duplicate_index: "''",
        external_id: 'NULL',
        metadata: 'NULL',
        gateway_message_id: `CASE WHEN gateway_message_id IS NULL THEN NULL ELSE '${ERASED_ID}' END`,
        error_message: 'NULL',
      },
    },
  },
  {
    table: 'duplicate_windows',
    key: 'duplicate_index',
    find: ({ duplicateIndexes }) => [{ sql: 'duplicate_index IN (?)', values: duplicateIndexes }],
    change: { delete: ['duplicate_index'] },
  },
  {
    table: 'gateway_inbox',
    key: 'id',
    find: ({ gatewayMessageIds, references }) => [
      { sql: 'gateway_message_id IN (?)', values: gatewayMessageIds },
      { sql: 'reference IN (?)', values: references },
    ],
    change: { delete: ['gateway_message_id', 'error'] },
  },
  {
    // The key stays, so that a retry is refused instead of sent again.
    table: 'idempotency_keys',
    key: 'id',
    find: ({ userIds, messageIds, verifications, inboundReferences }) =>
      userIds.flatMap((userId) => [
        { sql: `user_id = ${userId} AND message_id IN (?)`, values: messageIds },
        ...ofTexts('answer', `user_id = ${userId}`, [...verifications, ...inboundReferences]),
      ]),
    change: { set: { body_index: "''", answer: "CASE WHEN answer IS NULL THEN NULL ELSE '{}' END" } },
  },
  {
    table: 'fraud_marks',
    key: 'id',
    find: ofMessages,
    change: { delete: ['mark'] },
  },
  {
    table: 'message_attempts',
    key: 'id',
    find: ofMessages,
    change: { set: { reason: 'NULL' } },
  },
  {
    table: 'message_reports',
    key: 'message_id',
    find: ofMessages,
    change: { set: { error: 'NULL' } },
  },
  {
    table: 'webhook_events',
    key: 'id',
    find: (batch) => [
      ...ofMessages(batch),
      ...batch.userIds.flatMap((userId) =>
        ofTexts('data', `user_id = ${userId} AND ${INBOUND_EVENTS}`, batch.inboundReferences),
      ),
    ],
    change: { rewrite: 'data' },
  },
  {
    table: 'webhook_attempts',
    key: 'id',
    find: ({ messageIds, inboundReferences, userIds }) => [
      {
        sql: 'delivery_id IN (SELECT id FROM webhook_deliveries WHERE message_id IN (?))',
        values: messageIds,
      },
      ...inboundReferences.flatMap((reference) =>
        userIds.map((userId) => ({
          sql: `delivery_id IN (SELECT d.id FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
            WHERE e.message_id IS NULL AND e.user_id = ${userId} AND e.${INBOUND_EVENTS} AND e.data LIKE (?))`,
          values: [`%${reference}%`],
        })),
      ),
    ],
    change: { set: { error: 'NULL', answer: 'NULL' } },
  },
  {
    table: 'device_pairs',
    key: 'recipient_index',
    find: ({ recipients }) => [{ sql: 'recipient_index IN (?)', values: recipients }],
    change: { delete: ['recipient_index'] },
  },
  {
    table: 'fraud_list_entries',
    key: 'id',
    find: ({ found }) => [{ sql: 'id IN (?)', values: found.listEntries }],
    change: { delete: ['mark', 'shown'] },
  },
  {
    table: 'audit_entries',
    key: 'id',
    find: ({ found }) => [{ sql: 'id IN (?)', values: found.auditEntries }],
    change: { rewrite: 'detail' },
  },
];

/** Members of stored JSON that name the phone, and what they become. */
const REWRITTEN: Readonly<Record<string, (value: unknown) => unknown>> = {
  recipient: maskOnly,
  number: maskOnly,
  external_id: () => null,
  metadata: () => null,
  error_message: () => null,
  message_id: (value) => (value === null ? null : ERASED_ID),
};

function maskOnly(value: unknown): unknown {
  return typeof value === 'string' ? `${value.slice(0, 4)}****` : value;
}

/** The JSON without the phone. */
export function withoutPhone(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (name, value: unknown) => {
      const rewrite = Object.hasOwn(REWRITTEN, name) ? REWRITTEN[name] : undefined;
      return rewrite ? rewrite(value) : value;
    }),
  );
}
