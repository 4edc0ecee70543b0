import { Injectable } from '@nestjs/common';
import { Metrics } from '../platform/observability/index.js';

@Injectable()
export class WebhookMetrics {
  readonly attempts;
  readonly backlog;

  constructor(metrics: Metrics) {
    this.attempts = metrics.counter(
      'sandi_webhook_attempts_total',
      'Attempts to deliver a webhook by result: delivered, retried (a later one is due), failed (the last one)',
      ['result'],
    );
    this.backlog = metrics.gauge(
      'sandi_webhook_backlog',
      'Webhook deliveries that are due at active endpoints, those under way excepted',
    );
  }
}
