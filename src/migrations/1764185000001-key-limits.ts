import { columns, int, longText, MigrationOf, nullable } from './schema.js';

/** The chain of a key's rotations, its limits, and the operations that it may use. */
export class KeyLimits1764185000001 extends MigrationOf(
  columns('api_keys', [
    int('root_id', nullable),
    int('rate_per_minute', nullable),
    longText('allowed_operations', nullable),
  ]),
) {}
