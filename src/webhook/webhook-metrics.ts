import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/observability/index.js';

@Injectable()
export class WebhookMetrics {
  readonly attempts;
  readonly backlog;

  constructor(metrics: Metrics) {
    this.attempts = metrics.counter(
      'sandi_webhook_attempts_total',
      'Calls of webhooks by result: delivered, retried (will be tried again), failed (the last attempt)',
      ['result'],
    );
    this.backlog = metrics.gauge(
      'sandi_webhook_backlog',
      'Webhook deliveries that are due at active webhooks and not in progress',
    );
  }
}
