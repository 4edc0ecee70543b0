import { columns, MigrationOf, moment, nullable, sql, text } from './schema.js';

/** Existing addresses are unverified, except those at localhost: only the service itself creates such accounts. */
export class EmailVerification1764160000001 extends MigrationOf(
  columns('users', [
    moment('email_verified_at', nullable),
    text('verify_token_hash', 64, nullable),
    moment('verify_token_until', nullable),
  ]),
  sql({ up: `UPDATE users SET email_verified_at = created_at WHERE email_key LIKE '%@localhost'` }),
) {}
