import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, int, longText, nullable } from './schema.js';

const API_KEYS = 'api_keys';
const LIMITS = [
  int('root_id', nullable),
  int('rate_per_minute', nullable),
  longText('allowed_operations', nullable),
];

/** What a key's rotations share with it, and what it may do. */
export class KeyLimits1764185000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, API_KEYS, LIMITS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, API_KEYS, LIMITS);
  }
}
