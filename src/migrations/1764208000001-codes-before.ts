import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, int, moment, nullable, text } from './schema.js';

const TABLE = 'verifications';
const COLUMNS = [
  text('previous_code_index', 64, nullable),
  int('previous_message_id', nullable),
  moment('previous_expires_at', nullable),
];

/** What a new code of a verification took the place of: it has it again, where the new one provably went nowhere. */
export class CodesBefore1764208000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, TABLE, COLUMNS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, TABLE, COLUMNS);
  }
}
