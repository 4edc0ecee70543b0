import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from './schema.js';

const TABLE = 'credit_entries';
const BY_KIND = ['user_id', 'kind', 'created_at'];

/** A ledger narrowed to kinds and days is read by its own order. */
export class LedgerFilters1764203000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, TABLE, BY_KIND);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, TABLE, BY_KIND);
  }
}
