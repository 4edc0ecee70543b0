import { AlertMetrics } from '../../src/alerts/operator/alert-metrics.js';
import { BooksMetrics } from '../../src/books/books-metrics.js';
import { MailMetrics } from '../../src/common/mail/mail-metrics.js';
import { Metrics, ServiceMetrics } from '../../src/common/observability/index.js';
import { GatewayMetrics } from '../../src/gateway/gateway-metrics.js';
import { OtpMetrics } from '../../src/otp/otp-metrics.js';
import { WebhookMetrics } from '../../src/webhook/outbound/webhook-metrics.js';

/** The metrics of the whole service, as its rooms make them. */
export function everyMetric(): Metrics {
  const metrics = new Metrics();
  for (const Room of [
    OtpMetrics,
    GatewayMetrics,
    WebhookMetrics,
    AlertMetrics,
    BooksMetrics,
    MailMetrics,
    ServiceMetrics,
  ])
    new Room(metrics);
  return metrics;
}
