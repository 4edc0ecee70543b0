import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './schema.js';

/** What an account narrows its history by. */
const NARROWED_BY = ['api_key_id', 'company_name', 'failure_reason'].map((column) => [
  'user_id',
  'livemode',
  column,
  'id',
]);

/** An account's messages of one key, of one brand and of one reason, newest first. */
export class NarrowedLists1764201000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const columns of NARROWED_BY) await addIndex(runner, 'messages', columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const columns of NARROWED_BY.toReversed()) await dropIndex(runner, 'messages', columns);
  }
}
