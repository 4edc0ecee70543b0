import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, moment, nullable, text } from './schema.js';

const USERS = 'users';
const COLUMNS = [
  moment('email_verified_at', nullable),
  text('verify_token_hash', 64, nullable),
  moment('verify_token_until', nullable),
];

/** Nobody has proved the addresses that are there. Those at localhost no registration takes: the service made them. */
export class EmailVerification1764160000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, USERS, COLUMNS);
    await runner.query(`UPDATE users SET email_verified_at = created_at WHERE email_key LIKE '%@localhost'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, USERS, COLUMNS);
  }
}
