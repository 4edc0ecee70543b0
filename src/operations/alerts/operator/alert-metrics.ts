import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/observability/index.js';

@Injectable()
export class AlertMetrics {
  readonly open;
  readonly notices;
  readonly freeDeliveries;

  constructor(metrics: Metrics) {
    this.open = metrics.gauge(
      'sandi_operator_alerts',
      'Alerts to the operator that have begun and not ended, by kind',
      ['kind'],
    );
    this.notices = metrics.counter(
      'sandi_operator_notices_total',
      'Attempts to tell the operator of an alert by channel and result: told, retried (a later one is due), given_up',
      ['channel', 'result'],
    );
    this.freeDeliveries = metrics.gauge(
      'sandi_device_free_deliveries',
      'Messages that a device delivered today after they were refunded; all instances tell the same',
      ['device'],
    );
  }
}
