import { index, MigrationOf } from './schema.js';

/** A ledger narrowed to kinds and days is read by its own order. */
export class LedgerFilters1764203000001 extends MigrationOf(
  index('credit_entries', ['user_id', 'kind', 'created_at']),
) {}
