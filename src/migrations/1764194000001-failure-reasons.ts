import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, nullable, text } from './schema.js';

const REASON = [text('failure_reason', 30, nullable)];
const TABLES = ['messages', 'message_attempts', 'message_reports', 'gateway_inbox', 'test_steps'];

/** Why messages fail, for programs, wherever the gateway's words about it are. */
export class FailureReasons1764194000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await addColumns(runner, table, REASON);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES.toReversed()) await dropColumns(runner, table, REASON);
  }
}
