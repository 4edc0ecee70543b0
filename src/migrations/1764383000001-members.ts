import { columns, key, MigrationOf, moment, nullable, ref, sql, table, text } from './schema.js';

/** Every user is the owner of their own account; an administrator without a role of their own is an operator. */
export class Members1764383000001 extends MigrationOf(
  table('members', {
    columns: [
      ref('user_id', key),
      ref('account_id'),
      text('role', 20),
      moment('joined_at'),
      moment('left_at', nullable),
    ],
    index: [['account_id']],
  }),
  sql({
    up: `INSERT INTO members (user_id, account_id, role, joined_at)
      SELECT u.id, u.id, 'owner', u.created_at FROM users u
      WHERE NOT EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id)`,
  }),
  columns('users', [text('admin_role', 20, nullable)]),
) {}
