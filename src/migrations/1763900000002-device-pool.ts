import {
  columns,
  flag,
  id,
  index,
  int,
  key,
  longText,
  MigrationOf,
  moment,
  nullable,
  table,
  text,
} from './schema.js';

export class DevicePool1763900000002 extends MigrationOf(
  // Settings of a device by administrators, and its state that all instances share.
  columns('devices', [
    int('weight', { default: 1 }),
    longText('limits', nullable),
    flag('check_number', { default: 0 }),
    moment('restricted_until', nullable),
    moment('judged_from', nullable),
    moment('reports_since', nullable),
    moment('degraded_since', nullable),
    int('trials', { default: 0 }),
  ]),
  table('device_allowances', {
    columns: [int('device_id', key), text('allowance', 20, key), text('period', 16), int('taken')],
  }),
  table('device_pairs', {
    columns: [text('recipient_index', 64, key), int('device_id', key), moment('expires_at')],
    index: [['expires_at']],
  }),
  table('device_alerts', {
    columns: [
      id(),
      int('device_id'),
      text('kind', 20),
      text('detail', 300),
      moment('raised_at'),
      moment('ended_at', nullable),
    ],
    index: [['device_id', 'id']],
  }),
  // To find the last messages of a device, for its score.
  index('messages', ['device_id', 'id']),
) {}
