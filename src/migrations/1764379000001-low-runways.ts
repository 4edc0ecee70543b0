import { columns, int, MigrationOf, moment, nullable } from './schema.js';

/** Warnings of accounts whose balance lasts few days: on by default. */
export class LowRunways1764379000001 extends MigrationOf(
  columns('credit_balances', [
    int('low_runway_days', { ...nullable, default: 3 }),
    moment('low_runway_since', nullable),
  ]),
) {}
