import { columns, int, longText, MigrationOf, nullable } from './schema.js';

/** What a key's rotations share with it, and what it may do. */
export class KeyLimits1764185000001 extends MigrationOf(
  columns('api_keys', [
    int('root_id', nullable),
    int('rate_per_minute', nullable),
    longText('allowed_operations', nullable),
  ]),
) {}
