import { int, key, MigrationOf, table, text } from './schema.js';

/** Counts of events in minutes and hours, for charts. */
export class Tallies1764200000001 extends MigrationOf(
  table('tallies', {
    columns: [text('subject', 40, key), text('period', 16, key), text('name', 30, key), int('times')],
    index: [['period']],
  }),
) {}
