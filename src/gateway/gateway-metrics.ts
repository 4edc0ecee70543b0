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
      'Calls to gateways by device and outcome',
      ['device', 'outcome'],
    );
    this.devices = metrics.gauge(
      'sandi_devices',
      'Devices of the pool by what was set, what was found, and how much they rest',
      ['state', 'health', 'rest'],
    );
    this.score = metrics.gauge(
      'sandi_device_score',
      'How well a device delivers, 0 to 1, judged by its last messages',
      ['device'],
    );
    this.degraded = metrics.gauge(
      'sandi_device_degraded',
      '1 while a device takes messages and nothing is heard of them',
      ['device'],
    );
    this.failing = metrics.gauge(
      'sandi_device_failing',
      '1 while a device has not accepted its last messages',
      ['device'],
    );
    this.allowanceLeft = metrics.gauge(
      'sandi_device_allowance_left',
      'What a device may still send in the current window of an allowance: minute, day, new_recipients, portfolio',
      ['device', 'allowance'],
    );
    this.picks = metrics.counter('sandi_device_picks_total', 'Sends that were given to a device', ['device']);
  }
}
