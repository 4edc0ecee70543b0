import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumns,
  createTable,
  dropColumns,
  dropTables,
  id,
  int,
  moment,
  nullable,
  type TableSpec,
  text,
} from './schema.js';

const API_KEYS = 'api_keys';
const COMPANY = [text('hook_company_name', 20, nullable)];

/** One row for an account and a kind of trouble: neither grows. */
const ALERTS: TableSpec = {
  name: 'hook_alerts',
  columns: [id(), int('user_id'), text('trouble', 40), moment('quiet_until')],
  unique: [['user_id', 'trouble']],
  owner: 'user_id',
};

export class HookSettings1764130000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, API_KEYS, COMPANY);
    await createTable(runner, ALERTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [ALERTS]);
    await dropColumns(runner, API_KEYS, COMPANY);
  }
}
