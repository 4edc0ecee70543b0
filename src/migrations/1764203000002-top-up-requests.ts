import {
  id,
  int,
  key,
  largeText,
  longText,
  MigrationOf,
  moment,
  money,
  nullable,
  table,
  text,
} from './schema.js';

/** How to pay the operator, and the payments that accounts report. */
export class TopUpRequests1764203000002 extends MigrationOf(
  table('top_up_guides', {
    columns: [
      int('id', key),
      longText('instructions'),
      longText('accounts'),
      text('operator_name', 100),
      text('operator_address', 300),
      text('picture_type', 20, nullable),
      largeText('picture', nullable),
      moment('updated_at'),
    ],
  }),
  table('top_up_requests', {
    columns: [
      id(),
      int('user_id'),
      money('amount'),
      text('sender', 80),
      text('note', 200, nullable),
      text('status', 10),
      int('entry_id', nullable),
      text('reason', 200, nullable),
      int('decided_by', nullable),
      moment('decided_at', nullable),
      moment('mail_at', nullable),
      moment('created_at'),
    ],
    unique: [['entry_id']],
    index: [['user_id', 'status'], ['status'], ['mail_at']],
    checks: {
      ck_top_up_requests_amount: 'amount > 0',
      ck_top_up_requests_status: "status IN ('open', 'confirmed', 'declined')",
    },
  }),
) {}
