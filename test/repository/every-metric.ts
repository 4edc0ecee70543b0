import { FraudMetrics } from '../../src/fraud/fraud-metrics.js';
import { GatewayMetrics } from '../../src/gateway/gateway-metrics.js';
import { AlertMetrics } from '../../src/operations/alerts/operator/alert-metrics.js';
import { LedgerAuditMetrics } from '../../src/operations/books/ledger-auditor.js';
import { OtpMetrics } from '../../src/otp/otp-metrics.js';
import { MailMetrics } from '../../src/platform/mail/mail-outbox.js';
import { Metrics, ServiceMetrics } from '../../src/platform/observability/index.js';
import { WebhookMetrics } from '../../src/webhook/webhook-metrics.js';

/** The metrics of the whole service, as its rooms make them. */
export function everyMetric(): Metrics {
  const metrics = new Metrics();
  for (const Room of [
    OtpMetrics,
    FraudMetrics,
    GatewayMetrics,
    WebhookMetrics,
    AlertMetrics,
    LedgerAuditMetrics,
    MailMetrics,
    ServiceMetrics,
  ])
    new Room(metrics);
  return metrics;
}
