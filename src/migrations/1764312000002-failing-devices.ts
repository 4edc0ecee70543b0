import { columns, int, MigrationOf, moment, nullable, text } from './schema.js';

/** The messages in a row that a device did not accept, when they became too many, and the last reason. */
export class FailingDevices1764312000002 extends MigrationOf(
  columns('devices', [
    int('failures', { default: 0 }),
    moment('failing_since', nullable),
    text('last_failure', 300, nullable),
  ]),
) {}
