import { id, int, longText, MigrationOf, moment, nullable, table, text } from './schema.js';

export class OperatorAlerts1764120000001 extends MigrationOf(
  table('operator_alerts', {
    columns: [
      id(),
      text('kind', 40),
      text('subject', 60),
      // Null once the alert has ended. Unique: a problem has at most one open alert.
      text('open_key', 110, nullable),
      longText('detail'),
      moment('since'),
      moment('seen_at'),
      moment('begun_at', nullable),
      moment('ended_at', nullable),
    ],
    unique: [['open_key']],
    index: [['ended_at']],
  }),
  table('operator_notices', {
    columns: [
      id(),
      text('reference', 40),
      int('alert_id'),
      text('event', 10),
      text('channel', 10),
      text('target', 255),
      text('state', 10),
      int('attempts'),
      moment('due_at'),
      moment('told_at', nullable),
      moment('created_at'),
    ],
    unique: [['reference'], ['alert_id', 'event', 'channel', 'target']],
    index: [['state', 'channel', 'due_at']],
  }),
) {}
