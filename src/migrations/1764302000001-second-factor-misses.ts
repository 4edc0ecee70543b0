import { columns, int, MigrationOf, moment, nullable } from './schema.js';

/** Wrong codes in a row, and until when no other is taken: they outlive a password reset. */
export class SecondFactorMisses1764302000001 extends MigrationOf(
  columns('second_factors', [int('misses', { default: 0 }), moment('paused_until', nullable)]),
) {}
