import { TableIndex } from 'typeorm';
import { columns, index, int, MigrationOf, moment, nullable, text } from './schema.js';

const FOLD = new TableIndex({ name: 'uq_audit_entries_fold', columnNames: ['fold'], isUnique: true });

/** The security log: changes of an account, with address and browser. Equal sign-ins share a row. */
export class SecurityLog1764190000001 extends MigrationOf(
  columns('audit_entries', [
    text('actor_kind', 10, { default: "'user'" }),
    int('user_id', nullable),
    text('address', 45, nullable),
    text('user_agent', 200, nullable),
    text('fold', 64, nullable),
    int('times', { default: 1 }),
    moment('last_at', nullable),
  ]),
  {
    up: (runner) => runner.createIndex('audit_entries', FOLD),
    down: (runner) => runner.dropIndex('audit_entries', FOLD),
  },
  index('audit_entries', ['user_id', 'created_at']),
  index('audit_entries', ['action', 'created_at']),
) {}
