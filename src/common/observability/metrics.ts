import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What the service counts about itself, in Prometheus' terms. One registry an app, so that tests can run several. */
export class Metrics {
  readonly registry = new Registry();

  readonly httpRequests = new Histogram({
    name: 'sandi_http_request_duration_seconds',
    help: 'Requests answered, by method, route pattern and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });

  readonly sends = new Counter({
    name: 'sandi_sends_total',
    help: 'Sends of live keys by outcome: accepted, recovered (answered for while it was late), or the code of the failure',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly creditRefused = new Counter({
    name: 'sandi_credit_refused_total',
    help: 'Sends refused because the balance was below their cost',
    registers: [this.registry],
  });

  readonly gatewayRequests = new Histogram({
    name: 'sandi_gateway_request_duration_seconds',
    help: 'Calls to gateways by device and outcome',
    labelNames: ['device', 'outcome'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });

  readonly devices = new Gauge({
    name: 'sandi_devices',
    help: 'Devices of the pool by what was set, what was found, and how much they rest',
    labelNames: ['state', 'health', 'rest'] as const,
    registers: [this.registry],
  });

  readonly deviceScore = new Gauge({
    name: 'sandi_device_score',
    help: 'How well a device delivers, 0 to 1, judged by its last messages',
    labelNames: ['device'] as const,
    registers: [this.registry],
  });

  readonly deviceDegraded = new Gauge({
    name: 'sandi_device_degraded',
    help: '1 while a device takes messages and nothing is heard of them',
    labelNames: ['device'] as const,
    registers: [this.registry],
  });

  readonly deviceAllowanceLeft = new Gauge({
    name: 'sandi_device_allowance_left',
    help: 'What a device may still send in the current window of an allowance: minute, day, new_recipients',
    labelNames: ['device', 'allowance'] as const,
    registers: [this.registry],
  });

  readonly devicePicks = new Counter({
    name: 'sandi_device_picks_total',
    help: 'Sends that were given to a device',
    labelNames: ['device'] as const,
    registers: [this.registry],
  });

  readonly callbacks = new Counter({
    name: 'sandi_callbacks_total',
    help: 'Gateway callbacks by status and what came of them: applied, ignored, waiting, refused',
    labelNames: ['status', 'result'] as const,
    registers: [this.registry],
  });

  readonly freeDeliveries = new Gauge({
    name: 'sandi_device_free_deliveries',
    help: 'Messages that a device delivered today after they were refunded; all instances tell the same',
    labelNames: ['device'] as const,
    registers: [this.registry],
  });

  readonly webhookAttempts = new Counter({
    name: 'sandi_webhook_attempts_total',
    help: 'Attempts to deliver a webhook by result: delivered, retried (a later one is due), failed (the last one)',
    labelNames: ['result'] as const,
    registers: [this.registry],
  });

  readonly webhookBacklog = new Gauge({
    name: 'sandi_webhook_backlog',
    help: 'Webhook deliveries that are due at active endpoints, those under way excepted',
    registers: [this.registry],
  });

  readonly alertsOpen = new Gauge({
    name: 'sandi_operator_alerts',
    help: 'Alerts to the operator that have begun and not ended, by kind',
    labelNames: ['kind'] as const,
    registers: [this.registry],
  });

  readonly alertNotices = new Counter({
    name: 'sandi_operator_notices_total',
    help: 'Attempts to tell the operator of an alert by channel and result: told, retried (a later one is due), given_up',
    labelNames: ['channel', 'result'] as const,
    registers: [this.registry],
  });

  readonly booksBreaches = new Gauge({
    name: 'sandi_books_breaches',
    help: 'Invariants of the books that were broken at the last check',
    registers: [this.registry],
  });

  readonly booksChecked = new Gauge({
    name: 'sandi_books_checked_timestamp_seconds',
    help: 'When the books were last checked, Unix time',
    registers: [this.registry],
  });

  /** What a scrape is answered with: the figures of this process; a worker has those of all instead. */
  scrape = (): Promise<string> => this.registry.metrics();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}
