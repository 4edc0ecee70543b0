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

/** Verifications by a text that the user sends to one of our devices, and the numbers of these devices. */
export class InboundVerifications1764335000001 extends MigrationOf(
  table('inbound_verifications', {
    columns: [
      wideId(),
      text('reference', 40),
      ref('user_id'),
      flag('livemode'),
      ref('device_id', nullable),
      text('status', 10),
      text('recipient_index', 64),
      text('recipient_masked', 20),
      text('text_index', 64),
      text('company_name', 80),
      text('external_id', 64, nullable),
      longText('metadata', nullable),
      money('price'),
      moment('expires_at'),
      moment('due_at'),
      text('due_status', 10),
      moment('created_at'),
      moment('ended_at', nullable),
      moment('phone_hidden_at', nullable),
      moment('phone_differs_at', nullable),
    ],
    unique: [['reference'], ['text_index']],
    index: [
      ['status', 'due_at'],
      ['recipient_index', 'status'],
      ['livemode', 'ended_at'],
    ],
    checks: {
      ck_inbound_verifications_status: "status IN ('pending', 'approved', 'expired', 'failed', 'cancelled')",
      ck_inbound_verifications_price: 'price >= 0',
    },
  }),
  columns('devices', [text('number', 15, nullable)]),
) {}
