import { id, int, key, MigrationOf, moment, nullable, table, text } from './schema.js';

export class Invitations1764303000002 extends MigrationOf(
  table('service_settings', { columns: [text('name', 40, key), text('value', 255)] }),
  // Where there are accounts, registration stays open as it was. Inserted once, so that a killed upgrade can continue.
  {
    up: async (runner) => {
      const recorded = (await runner.query(
        "SELECT name FROM service_settings WHERE name = 'registration'",
      )) as unknown[];
      if (recorded.length > 0) return;
      await runner.query(`INSERT INTO service_settings (name, value)
        SELECT 'registration', CASE WHEN EXISTS (SELECT 1 FROM users) THEN 'open' ELSE 'closed' END`);
    },
    down: () => Promise.resolve(),
  },
  table('invitations', {
    columns: [
      id(),
      text('email', 254),
      text('email_key', 254),
      text('token_hash', 64),
      int('invited_by'),
      int('user_id', nullable),
      moment('accepted_at', nullable),
      moment('revoked_at', nullable),
      moment('expires_at'),
      moment('created_at'),
    ],
    unique: [['token_hash']],
    index: [['email_key'], ['expires_at']],
  }),
) {}
