import { flag, int, key, MigrationOf, moment, nullable, table, text } from './schema.js';

/** Results of probes of a device, which one instance runs at a time and all share. */
export class DeviceProbes1764110000002 extends MigrationOf(
  table('device_probes', {
    columns: [
      int('device_id', key),
      moment('due_at'),
      int('doubts', { default: 0 }),
      text('turn', 36, nullable),
      moment('held_until', nullable),
      text('answer', 36, nullable),
      moment('answered_at', nullable),
      text('verdict', 20, nullable),
      text('detail', 300, nullable),
      flag('is_unusable', { default: 0 }),
    ],
  }),
) {}
