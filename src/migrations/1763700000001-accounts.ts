import { flag, id, int, longText, MigrationOf, moment, nullable, table, text } from './schema.js';

export class Accounts1763700000001 extends MigrationOf(
  table('users', {
    columns: [
      id(),
      text('username', 32),
      text('username_key', 32),
      text('email', 254),
      text('email_key', 254),
      text('name', 100),
      text('password_hash', 255, nullable),
      text('google_sub', 255, nullable),
      int('role_id'),
      int('token_version'),
      moment('suspended_at', nullable),
      moment('created_at'),
    ],
    unique: [['username_key'], ['email_key'], ['google_sub']],
  }),
  table('password_resets', {
    columns: [id(), int('user_id'), text('token_hash', 64), moment('expires_at'), moment('created_at')],
    unique: [['token_hash']],
    index: [['user_id']],
    owner: 'user_id',
  }),
  table('api_keys', {
    columns: [
      id(),
      int('user_id'),
      text('name', 100),
      text('mode', 4),
      text('key_hash', 64),
      text('last4', 4),
      flag('active'),
      moment('expires_at', nullable),
      longText('allowed_ips', nullable),
      moment('last_used_at', nullable),
      moment('deleted_at', nullable),
      moment('created_at'),
    ],
    unique: [['key_hash']],
    index: [['user_id']],
    owner: 'user_id',
  }),
  table('audit_entries', {
    columns: [
      id(),
      int('actor_id'),
      text('action', 60),
      text('target', 60),
      longText('detail', nullable),
      text('request_id', 36),
      moment('created_at'),
    ],
    index: [['target']],
  }),
) {}
