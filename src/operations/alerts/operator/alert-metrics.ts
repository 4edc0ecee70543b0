import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/observability/index.js';

@Injectable()
export class AlertMetrics {
  readonly open;
  readonly notices;
  readonly freeDeliveries;

  constructor(metrics: Metrics) {
    this.open = metrics.gauge('sandi_operator_alerts', 'Open alerts to the operator by kind', ['kind']);
    this.notices = metrics.counter(
      'sandi_operator_notices_total',
      'Attempts to notify the operator by channel and result: told (notified), retried (will be tried again), given_up',
      ['channel', 'result'],
    );
    this.freeDeliveries = metrics.gauge(
      'sandi_device_free_deliveries',
      'Messages that a device delivered today after their refund; every instance reports the same value',
      ['device'],
    );
  }
}
