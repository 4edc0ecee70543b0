import { columns, int, MigrationOf, moment, nullable, text } from './schema.js';

/** How many messages in a row a device has not accepted, since when that is too many, and the last reason. */
export class FailingDevices1764312000002 extends MigrationOf(
  columns('devices', [
    int('failures', { default: 0 }),
    moment('failing_since', nullable),
    text('last_failure', 300, nullable),
  ]),
) {}
