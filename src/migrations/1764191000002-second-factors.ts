import { int, key, MigrationOf, moment, nullable, table, text } from './schema.js';

/** Authenticator apps as second factors, and recovery codes. */
export class SecondFactors1764191000002 extends MigrationOf(
  table('second_factors', {
    columns: [
      int('user_id', key),
      text('sealed_secret', 255),
      moment('confirmed_at', nullable),
      int('last_step', { default: 0 }),
      moment('created_at'),
    ],
    owner: 'user_id',
  }),
  table('recovery_codes', {
    columns: [int('user_id', key), text('code_hash', 64, key)],
    owner: 'user_id',
  }),
) {}
