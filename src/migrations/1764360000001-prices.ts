import {
  columns,
  int,
  MigrationOf,
  moment,
  money,
  nullable,
  ref,
  sql,
  table,
  text,
  wideId,
} from './schema.js';

/** Prices by channel and account, and the credits of deliveries after a refund. */
export class Prices1764360000001 extends MigrationOf(
  table('prices', {
    columns: [
      wideId(),
      ref('user_id'),
      text('channel', 10),
      int('price', nullable),
      moment('valid_from'),
      ref('set_by'),
      moment('created_at'),
    ],
    unique: [['user_id', 'channel', 'valid_from']],
    checks: { ck_prices_price: 'price BETWEEN 0 AND 1000000' },
  }),
  columns('free_deliveries', [money('credits', { default: 0 })]),
  // Until now each message cost 200.
  sql({ up: 'UPDATE free_deliveries SET credits = deliveries * 200 WHERE credits = 0' }),
) {}
