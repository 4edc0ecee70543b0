import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/observability/index.js';

@Injectable()
export class GatewayMetrics {
  readonly requests;
  readonly devices;
  readonly score;
  readonly degraded;
  readonly failing;
  readonly allowanceLeft;
  readonly picks;

  constructor(metrics: Metrics) {
    this.requests = metrics.seconds(
      'sandi_gateway_request_duration_seconds',
      'Duration of send attempts at gateways, by device and outcome',
      ['device', 'outcome'],
    );
    this.devices = metrics.gauge(
      'sandi_devices',
      'Devices by state (set by an administrator), health (as this instance sees it) and rest (cooldown)',
      ['state', 'health', 'rest'],
    );
    this.score = metrics.gauge(
      'sandi_device_score',
      'How well a device delivers, 0 to 1, rated by its last messages',
      ['device'],
    );
    this.degraded = metrics.gauge(
      'sandi_device_degraded',
      '1 while a device accepts messages but no reports about them arrive, else 0',
      ['device'],
    );
    this.failing = metrics.gauge(
      'sandi_device_failing',
      '1 while a device is failing: it did not accept its last messages; else 0',
      ['device'],
    );
    this.allowanceLeft = metrics.gauge(
      'sandi_device_allowance_left',
      'Messages that a device may still send in the current window of a limit: minute, day, new_recipients, portfolio',
      ['device', 'allowance'],
    );
    this.picks = metrics.counter('sandi_device_picks_total', 'Sends through a device', ['device']);
  }
}
