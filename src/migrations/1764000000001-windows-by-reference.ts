import { columns, int, MigrationOf, sql, text, without } from './schema.js';

const TABLE = 'duplicate_windows';

/** A send takes its duplicate window before its message has an id, so the window stores the reference. */
export class WindowsByReference1764000000001 extends MigrationOf(
  columns(TABLE, [text('reference', 40, { default: "''" })]),
  sql({
    up: `UPDATE ${TABLE} SET reference = COALESCE((SELECT m.reference FROM messages m WHERE m.id = message_id), '')`,
    down: `UPDATE ${TABLE} SET message_id = COALESCE((SELECT m.id FROM messages m WHERE m.reference = ${TABLE}.reference), 0)`,
  }),
  without(columns(TABLE, [int('message_id', { default: 0 })])),
) {}
