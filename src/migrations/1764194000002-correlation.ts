import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, addIndex, dropColumns, dropIndex, longText, nullable, text } from './schema.js';

const MESSAGES = 'messages';
const COLUMNS = [text('external_id', 64, nullable), longText('metadata', nullable)];
const INDEX = ['user_id', 'external_id'];

/** What accounts put beside their messages, and look them up by. */
export class Correlation1764194000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, MESSAGES, COLUMNS);
    await addIndex(runner, MESSAGES, INDEX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, MESSAGES, INDEX);
    await dropColumns(runner, MESSAGES, COLUMNS);
  }
}
