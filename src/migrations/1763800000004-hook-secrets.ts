import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, nullable, text } from './schema.js';

const API_KEYS = 'api_keys';
const SECRET = [text('hook_secret_sealed', 255, nullable)];

export class HookSecrets1763800000004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, API_KEYS, SECRET);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, API_KEYS, SECRET);
  }
}
