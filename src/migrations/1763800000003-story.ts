import {
  columns,
  flag,
  index,
  int,
  key,
  MigrationOf,
  moment,
  money,
  nullable,
  table,
  text,
} from './schema.js';

export class Story1763800000003 extends MigrationOf(
  table('message_reports', {
    columns: [
      int('message_id', key),
      text('source', 14, key),
      text('status', 10, key),
      flag('moved'),
      int('times'),
      int('device_id', nullable),
      text('error', 300, nullable),
      moment('first_at'),
      moment('last_at'),
    ],
    checks: {
      ck_message_reports_source: "source IN ('callback', 'found', 'never_accepted', 'expired')",
      ck_message_reports_status: "status IN ('sent', 'failed', 'delivered')",
    },
  }),
  columns('credit_balances', [
    money('low_threshold', nullable),
    moment('low_since', nullable),
    moment('low_mail_at', nullable),
  ]),
  index('credit_balances', ['low_threshold']),
) {}
