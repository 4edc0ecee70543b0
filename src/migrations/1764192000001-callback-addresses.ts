import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns, dropColumns, int, moment, nullable } from './schema.js';

const DEVICES = 'devices';
const RENEWAL = [int('address_generation', { default: 0 }), moment('address_renewed_at', nullable)];

/** How often the key in a device's callback address was renewed, and when last. */
export class CallbackAddresses1764192000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, DEVICES, RENEWAL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumns(runner, DEVICES, RENEWAL);
  }
}
