import {
  columns,
  flag,
  longText,
  MigrationOf,
  moment,
  money,
  nullable,
  ref,
  table,
  text,
  wideId,
} from './schema.js';

/** Payments of top-up requests at payment providers. */
export class Payments1764370000001 extends MigrationOf(
  table('payments', {
    columns: [
      wideId(),
      ref('user_id'),
      ref('request_id'),
      text('provider', 20),
      text('method', 20),
      text('reference', 40),
      text('external_id', 80, nullable),
      money('amount'),
      text('status', 10),
      longText('qr_text', nullable),
      text('pay_code', 40, nullable),
      text('page_url', 500, nullable),
      moment('expires_at'),
      moment('check_at', nullable),
      moment('paid_at', nullable),
      text('review', 20, nullable),
      moment('review_at', nullable),
      text('reversal', 20, nullable),
      moment('reversed_at', nullable),
      moment('created_at'),
    ],
    unique: [['provider', 'reference']],
    index: [['request_id'], ['check_at'], ['review_at'], ['reversed_at']],
    checks: {
      ck_payments_amount: 'amount > 0',
      ck_payments_status: "status IN ('pending', 'paid', 'expired', 'failed')",
    },
  }),
  columns('top_up_requests', [flag('has_payment', { default: 0 }), moment('cancelled_at', nullable)]),
) {}
