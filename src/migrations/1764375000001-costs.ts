import {
  columns,
  int,
  key,
  MigrationOf,
  moment,
  money,
  nullable,
  ref,
  table,
  text,
  wideId,
} from './schema.js';

const reportedCost = text('reported_cost', 40, nullable);

/** Costs of messages: reports of gateways, set costs of devices, rates of currencies, and the margin of each day. */
export class Costs1764375000001 extends MigrationOf(
  columns('messages', [reportedCost]),
  columns('gateway_inbox', [reportedCost]),
  columns('message_counters', [int('repriced', { default: 0 })]),
  columns('analytics_folds', [int('repriced', nullable), moment('costed_at', nullable)]),
  table('margin_days', {
    columns: [
      text('day', 10, key),
      ref('user_id', key),
      text('channel', 10, key),
      ref('device_id', key),
      text('basis', 40, key),
      int('messages'),
      money('revenue'),
      money('micros'),
    ],
  }),
  table('device_costs', {
    columns: [
      wideId(),
      ref('device_id'),
      text('category', 40),
      text('valid_from', 10),
      text('currency', 3),
      money('micros', nullable),
      ref('set_by'),
      moment('created_at'),
    ],
    unique: [['device_id', 'category', 'valid_from']],
    checks: { ck_device_costs_micros: 'micros >= 0' },
  }),
  table('currency_rates', {
    columns: [
      wideId(),
      text('currency', 3),
      text('valid_from', 10),
      money('micros'),
      ref('set_by'),
      moment('created_at'),
    ],
    unique: [['currency', 'valid_from']],
    checks: { ck_currency_rates_micros: 'micros > 0' },
  }),
) {}
