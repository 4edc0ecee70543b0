import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, longText, nullable } from './schema.js';

const USERS = 'users';
const BRANDS = [longText('approved_brands', nullable)];

export class ApprovedBrands1764180000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, USERS, BRANDS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, USERS, BRANDS);
  }
}
