import { index, MigrationOf } from './schema.js';

/** Over all accounts, too, messages stand in the order in which a search answers them. */
export class SearchesOfAll1764207000001 extends MigrationOf(
  // What many messages of many accounts may have in common: those of one account stand in order already.
  ...['recipient_last4', 'external_id'].map((column) => index('messages', [column, 'created_at'])),
) {}
