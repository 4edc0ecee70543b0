import { id, longText, MigrationOf, table } from './schema.js';

/** Test rows by which the service checks that it can write. The same transaction deletes them. */
export class WriteProbes1764305000001 extends MigrationOf(
  table('write_probes', { columns: [id(), longText('filler')] }),
) {}
