import { columns, id, int, MigrationOf, moment, nullable, table, text } from './schema.js';

export class HookSettings1764130000001 extends MigrationOf(
  columns('api_keys', [text('hook_company_name', 20, nullable)]),
  // One row for each account and kind of problem.
  table('hook_alerts', {
    columns: [id(), int('user_id'), text('trouble', 40), moment('quiet_until')],
    unique: [['user_id', 'trouble']],
    owner: 'user_id',
  }),
) {}
