import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  createTable,
  dropTables,
  id,
  int,
  longText,
  moment,
  nullable,
  type TableSpec,
  text,
} from './schema.js';

const TABLES: TableSpec[] = [
  {
    name: 'refused_requests',
    columns: [
      id(),
      int('user_id'),
      int('api_key_id'),
      text('route', 120),
      int('status'),
      text('code', 50),
      longText('fields', nullable),
      text('request_id', 36),
      moment('created_at'),
    ],
    index: [['user_id', 'id'], ['created_at']],
  },
];

/** What was refused of the requests of API keys, for the accounts they are of. */
export class RefusedRequests1764198000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await createTable(runner, table);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, TABLES);
  }
}
