import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './schema.js';

/** What many messages of many accounts may have in common: those of one account stand in order already. */
const SEARCHED_BY = ['recipient_last4', 'external_id'].map((column) => [column, 'created_at']);

/** Over all accounts, too, messages stand in the order in which a search answers them. */
export class SearchesOfAll1764207000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const columns of SEARCHED_BY) await addIndex(runner, 'messages', columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const columns of SEARCHED_BY.toReversed()) await dropIndex(runner, 'messages', columns);
  }
}
