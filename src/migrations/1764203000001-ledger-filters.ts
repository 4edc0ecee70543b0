import { index, MigrationOf } from './schema.js';

/** An index for ledgers that are filtered by kind and day. */
export class LedgerFilters1764203000001 extends MigrationOf(
  index('credit_entries', ['user_id', 'kind', 'created_at']),
) {}
