import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';
import { addColumns, addIndex, dropColumns, dropIndex, int, moment, nullable, text } from './schema.js';

const AUDIT = 'audit_entries';
const WHO_AND_WHERE = [
  text('actor_kind', 10, { default: "'user'" }),
  int('user_id', nullable),
  text('address', 45, nullable),
  text('user_agent', 200, nullable),
  text('fold', 64, nullable),
  int('times', { default: 1 }),
  moment('last_at', nullable),
];
const FOLD = new TableIndex({ name: 'uq_audit_entries_fold', columnNames: ['fold'], isUnique: true });
const OF_AN_ACCOUNT = ['user_id', 'created_at'];
const OF_A_KIND = ['action', 'created_at'];

/** What was done to an account, from where, and sign-ins, of which equal ones share a row. */
export class SecurityLog1764190000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, AUDIT, WHO_AND_WHERE);
    await runner.createIndex(AUDIT, FOLD);
    await addIndex(runner, AUDIT, OF_AN_ACCOUNT);
    await addIndex(runner, AUDIT, OF_A_KIND);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, AUDIT, OF_A_KIND);
    await dropIndex(runner, AUDIT, OF_AN_ACCOUNT);
    await runner.dropIndex(AUDIT, FOLD);
    await dropColumns(runner, AUDIT, WHO_AND_WHERE);
  }
}
