import { columns, int, MigrationOf, moment, nullable } from './schema.js';

/** Wrong codes in a row, and until when no code is accepted. A password reset does not clear them. */
export class SecondFactorMisses1764302000001 extends MigrationOf(
  columns('second_factors', [int('misses', { default: 0 }), moment('paused_until', nullable)]),
) {}
