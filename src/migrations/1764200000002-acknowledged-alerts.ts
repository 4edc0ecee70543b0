import { columns, int, MigrationOf, moment, nullable } from './schema.js';

/** Who acknowledged an alert, and when. */
export class AcknowledgedAlerts1764200000002 extends MigrationOf(
  columns('operator_alerts', [moment('acknowledged_at', nullable), int('acknowledged_by', nullable)]),
) {}
