import { columns, MigrationOf, moment, nullable } from './schema.js';

/** A second DATA_KEY while it changes, and the keys that were dropped. */
export class SecondDataKeys1764382000001 extends MigrationOf(
  columns('data_key_checks', [moment('used_at', nullable), moment('dropped_at', nullable)]),
) {}
