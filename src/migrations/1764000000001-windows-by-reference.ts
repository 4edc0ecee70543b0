import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, int, text } from './schema.js';

const TABLE = 'duplicate_windows';
const REFERENCE = [text('reference', 40, { default: "''" })];
const MESSAGE_ID = [int('message_id', { default: 0 })];

/** A send claims its window before its message has an id. */
export class WindowsByReference1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, TABLE, REFERENCE);
    await runner.query(
      `UPDATE ${TABLE} SET reference = COALESCE((SELECT m.reference FROM messages m WHERE m.id = message_id), '')`,
    );
    await dropColumns(runner, TABLE, MESSAGE_ID);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addColumns(runner, TABLE, MESSAGE_ID);
    await runner.query(
      `UPDATE ${TABLE} SET message_id = COALESCE((SELECT m.id FROM messages m WHERE m.reference = ${TABLE}.reference), 0)`,
    );
    await dropColumns(runner, TABLE, REFERENCE);
  }
}
