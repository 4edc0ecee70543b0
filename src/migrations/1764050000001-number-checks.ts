import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, flag, nullable } from './schema.js';

const WITHOUT_CHOICE = [flag('check_number', { default: 0 })];
const WITH_CHOICE = [flag('number_check', nullable)];

/**
 * Whether numbers are checked may be left to the driver. Nothing tells a device that wanted no check from one that was
 * never asked: both get what is usual for theirs.
 */
export class NumberChecks1764050000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'devices', WITH_CHOICE);
    await runner.query('UPDATE devices SET number_check = 1 WHERE check_number = 1');
    await dropColumns(runner, 'devices', WITHOUT_CHOICE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'devices', WITHOUT_CHOICE);
    await runner.query('UPDATE devices SET check_number = 1 WHERE number_check = 1');
    await dropColumns(runner, 'devices', WITH_CHOICE);
  }
}
