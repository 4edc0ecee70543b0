import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Prometheus metrics; each module registers its own. One registry per app, so that tests can run several. */
export class Metrics {
  readonly registry = new Registry();

  readonly httpRequests = this.seconds(
    'sandi_http_request_duration_seconds',
    'Duration of HTTP requests by method, route pattern and status',
    ['method', 'route', 'status'],
  );

  /** The response to a scrape: this process's metrics. Workers replace it with the metrics of all workers. */
  scrape = (): Promise<string> => this.registry.metrics();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  counter<const Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) {
    return new Counter<Label>({ name, help, labelNames, registers: [this.registry] });
  }

  /** Registers a counter whose value is the result of `read`. */
  counted(name: string, help: string, read: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [this.registry],
      collect: () => {
        counter.reset();
        counter.inc(read());
      },
    });
  }

  gauge<const Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) {
    return new Gauge<Label>({ name, help, labelNames, registers: [this.registry] });
  }

  seconds<const Label extends string>(name: string, help: string, labelNames: readonly Label[]) {
    return new Histogram<Label>({ name, help, labelNames, buckets: SECONDS, registers: [this.registry] });
  }
}
