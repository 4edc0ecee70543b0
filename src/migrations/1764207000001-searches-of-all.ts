import { index, MigrationOf } from './schema.js';

/** Indexes in the order of the results of a search of all accounts. */
export class SearchesOfAll1764207000001 extends MigrationOf(
  // The columns with values that messages of many accounts share. A search of one account has its own indexes.
  ...['recipient_last4', 'external_id'].map((column) => index('messages', [column, 'created_at'])),
) {}
