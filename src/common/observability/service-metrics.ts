import { Injectable } from '@nestjs/common';
import { Metrics } from './metrics.js';

/** The state of this process and of the stores that it needs. */
@Injectable()
export class ServiceMetrics {
  readonly clockSkew;

  constructor(metrics: Metrics) {
    this.clockSkew = metrics.gauge(
      'sandi_clock_skew_seconds',
      "How far this machine's clock is ahead of the database's; negative: behind",
    );
  }
}
