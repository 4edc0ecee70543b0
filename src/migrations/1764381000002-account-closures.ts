import { key, MigrationOf, moment, nullable, ref, table } from './schema.js';

/** Accounts that are to be closed, are closed, or were erased. */
export class AccountClosures1764381000002 extends MigrationOf(
  table('account_closures', {
    columns: [
      ref('user_id', key),
      moment('requested_at', nullable),
      moment('closed_at', nullable),
      ref('closed_by', nullable),
      moment('erase_at', nullable),
      moment('erased_at', nullable),
    ],
    index: [['erased_at', 'erase_at']],
  }),
) {}
