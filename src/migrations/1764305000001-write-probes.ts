import { id, longText, MigrationOf, table } from './schema.js';

/** Where the service proves that it can write; rows are deleted by the transaction that makes them. */
export class WriteProbes1764305000001 extends MigrationOf(
  table('write_probes', { columns: [id(), longText('filler')] }),
) {}
