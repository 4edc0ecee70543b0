import { key, longText, MigrationOf, moment, nullable, ref, table, text, wideId } from './schema.js';

/** Requests of data subjects about their phone, and legal holds of accounts. */
export class Privacy1764380000001 extends MigrationOf(
  table('privacy_requests', {
    columns: [
      wideId(),
      text('kind', 12),
      text('status', 10),
      text('recipient_indexes', 140, nullable),
      longText('found', nullable),
      text('note', 300, nullable),
      ref('held_messages', { default: 0 }),
      ref('created_by', nullable),
      moment('created_at'),
      moment('due_at'),
      moment('decided_at', nullable),
      moment('completed_at', nullable),
      moment('lifted_at', nullable),
    ],
    index: [['status', 'due_at']],
    checks: {
      ck_privacy_requests_kind: "kind IN ('access', 'erasure', 'restriction')",
      ck_privacy_requests_status:
        "status IN ('open', 'erasing', 'held', 'cleaning', 'completed', 'declined', 'lifted')",
    },
  }),
  table('legal_holds', {
    columns: [ref('user_id', key), text('reason', 300), ref('created_by'), moment('created_at')],
  }),
) {}
