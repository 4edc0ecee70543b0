import { columns, int, MigrationOf, moment, nullable } from './schema.js';

/** Which administrator has taken notice of an alert, and when. */
export class AcknowledgedAlerts1764200000002 extends MigrationOf(
  columns('operator_alerts', [moment('acknowledged_at', nullable), int('acknowledged_by', nullable)]),
) {}
