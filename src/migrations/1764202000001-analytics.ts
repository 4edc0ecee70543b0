import { flag, index, int, key, MigrationOf, moment, nullable, table, text } from './schema.js';

const TALLY = ['sent', 'delivered', 'failed', 'converted'].map((name) => int(name, { default: 0 }));

/** Outcomes of messages, summed by hour and day; and an index to find the counters of a day. */
export class Analytics1764202000001 extends MigrationOf(
  table('analytics_folds', {
    columns: [
      int('user_id', key),
      flag('livemode', key),
      text('day', 10, key),
      ...TALLY,
      moment('folded_at', nullable),
      moment('due_at'),
    ],
    index: [['day']],
  }),
  table('analytics_hours', {
    columns: [
      int('user_id', key),
      flag('livemode', key),
      text('part', 8, key),
      text('day', 10, key),
      int('hour', key),
      text('value', 30, key),
      ...TALLY,
    ],
    index: [['part', 'day']],
  }),
  table('analytics_days', {
    columns: [
      int('user_id', key),
      flag('livemode', key),
      text('part', 8, key),
      text('day', 10, key),
      text('value', 30, key),
      ...TALLY,
    ],
  }),
  index('message_counters', ['day']),
) {}
