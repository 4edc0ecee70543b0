import {
  columns,
  int,
  key,
  largeText,
  MigrationOf,
  moment,
  money,
  ref,
  table,
  text,
  wideId,
} from './schema.js';

/** Usage by day, monthly statements, and billing details for them. */
export class Statements1764376000001 extends MigrationOf(
  table('usage_days', {
    columns: [
      ref('user_id', key),
      text('month', 7, key),
      text('day', 10, key),
      ref('api_key_id', key),
      text('channel', 10, key),
      text('brand', 80, key),
      int('messages'),
      money('top_ups'),
      money('charges'),
      money('adjustments'),
      money('refunds'),
    ],
  }),
  table('usage_cursors', { columns: [ref('user_id', key), ref('entry_id'), int('entry_count')] }),
  table('statements', {
    columns: [
      wideId(),
      ref('user_id'),
      text('month', 7),
      money('number'),
      moment('starts_at'),
      moment('ends_at'),
      money('opening_balance'),
      money('top_ups'),
      money('charges'),
      money('refunds'),
      money('closing_balance'),
      largeText('details'),
      moment('closed_at'),
    ],
    unique: [['user_id', 'month'], ['number']],
    index: [['month', 'number']],
    checks: {
      ck_statements_sum: 'closing_balance = opening_balance + top_ups - charges + refunds',
    },
  }),
  table('statement_sequences', {
    columns: [ref('id', key), money('last_number'), text('month', 7), moment('starts_at'), moment('ends_at')],
  }),
  table('billing_details', {
    columns: [
      ref('user_id', key),
      text('name', 100),
      text('address', 300),
      text('tax_number', 60),
      moment('updated_at'),
    ],
  }),
  columns('top_up_guides', [text('operator_tax_number', 60, { default: "''" })]),
) {}
