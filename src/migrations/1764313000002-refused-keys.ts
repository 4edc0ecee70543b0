import { columns, MigrationOf, moment, nullable, text } from './schema.js';

/** When a key was last refused, and why. */
export class RefusedKeys1764313000002 extends MigrationOf(
  columns('api_keys', [
    moment('last_refused_at', nullable),
    text('last_refused_address', 45, nullable),
    text('last_refusal', 30, nullable),
  ]),
) {}
