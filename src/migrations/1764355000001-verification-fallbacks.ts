import { columns, int, MigrationOf, moment, nullable, ref, table, text, wideId } from './schema.js';

/** Fallbacks of verifications: new codes by the next channel, and the waiting times before them. */
export class VerificationFallbacks1764355000001 extends MigrationOf(
  table('verification_fallbacks', {
    columns: [
      wideId(),
      text('verification', 40),
      ref('after_message_id'),
      text('after_code_index', 64),
      text('phone', 120, nullable),
      moment('due_at', nullable),
      ref('message_id', nullable),
    ],
    unique: [['after_message_id']],
    index: [['verification'], ['due_at']],
    checks: { ck_verification_fallbacks_phone: '(phone IS NULL) = (due_at IS NULL)' },
  }),
  columns('verifications', [int('fallback_seconds', nullable)]),
) {}
