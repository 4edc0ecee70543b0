import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Metrics } from '../observability/index.js';
import { WorkerChannel } from './worker-channel.js';

/** The variable in which the primary passes a worker its number. */
const WORKER_ID_VARIABLE = 'SANDI_WORKER';

/** Longer than the primary waits for the other workers. */
const ALL_METRICS_TIMEOUT_MS = 4000;

/** This worker's number, from 1; `undefined` in a process that is not a worker. */
export function workerId(): string | undefined {
  return cluster.isWorker ? process.env[WORKER_ID_VARIABLE] : undefined;
}

/**
 * A scrape reaches any worker, so each returns the metrics of all workers. Each worker has its own label, since a sum
 * would fall when a worker is replaced. Without the primary's response, it returns only its own.
 */
export function serveMetricsOfAllWorkers(metrics: Metrics): void {
  const worker = workerId();
  if (worker === undefined || !cluster.worker) return;
  const { registry } = metrics;
  registry.setDefaultLabels({ worker: worker });
  const line = new WorkerChannel(cluster.worker, () => registry.metrics());
  metrics.scrape = async () => (await line.ask(ALL_METRICS_TIMEOUT_MS)) ?? registry.metrics();
}

/** Pause before a dead worker is replaced. It doubles with each death, up to the maximum. */
const PAUSE_MS = 200;
const PAUSE_MAX_MS = 30_000;
/** A worker that lived this long was stable: its death starts a new count of deaths. */
const STEADY_MS = 60_000;
const METRICS_TIMEOUT_MS = 2000;

interface WorkerSlot {
  number: number;
  /** Deaths in a row of workers that did not live for STEADY_MS. */
  deaths: number;
}

/** The primary process of several workers: forks them, replaces those that die, and stops them. */
export class Workers {
  private readonly alive = new Set<Worker>();
  private readonly serving = new Map<Worker, WorkerChannel>();
  private isStopping = false;

  constructor(
    private readonly count: number,
    private readonly logger: Logger,
  ) {}

  /** Starts the first worker alone: migrations run once, and the first passwords and configuration errors appear once. */
  start(): void {
    // Workers accept connections themselves: a connection that the primary passes to a dying worker would hang.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    this.fork({ number: 1, deaths: 0 }).once('listening', () => {
      for (let number = 2; number <= this.count && !this.isStopping; number++)
        this.fork({ number, deaths: 0 });
    });
  }

  /** Resolves after all workers have ended; rejects if one left work unfinished. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const ends = await Promise.all([...this.alive].map(endOf));
    if (ends.includes(false)) throw new Error('a worker left work unfinished');
  }

  private fork(slot: WorkerSlot): Worker {
    const worker = cluster.fork({ [WORKER_ID_VARIABLE]: String(slot.number) });
    const sinceMs = performance.now();
    this.alive.add(worker);
    worker.once('listening', () =>
      this.serving.set(worker, new WorkerChannel(worker, () => this.metricsOfAll())),
    );
    worker.once('exit', (code, signal) => {
      this.alive.delete(worker);
      const hasServed = this.serving.delete(worker);
      if (this.isStopping) return;
      // It died at startup and logged why, and no other worker serves: the process supervisor must restart the service.
      if (!hasServed && this.serving.size === 0) process.exit(1);
      const { number } = slot;
      const deaths = performance.now() - sinceMs < STEADY_MS ? slot.deaths + 1 : 1;
      const pauseMs = Math.min(PAUSE_MS * 2 ** (deaths - 1), PAUSE_MAX_MS);
      this.logger.error({ worker: number, code, signal, pauseMs }, 'a worker died: another takes its place');
      setTimeout(() => {
        if (!this.isStopping) this.fork({ number, deaths });
      }, pauseMs);
    });
    // A failed fork, for example without memory, emits no exit: end the process instead of running with fewer workers.
    worker.once('error', (error) => {
      if (worker.process.pid === undefined) throw error;
    });
    return worker;
  }

  private async metricsOfAll(): Promise<string> {
    const texts = await Promise.all(
      [...this.serving.values()].map((channel) => channel.ask(METRICS_TIMEOUT_MS)),
    );
    return mergeExpositions(texts.filter((text) => text !== undefined));
  }
}

/**
 * Stops a worker and waits for its end. False: it left work unfinished. A worker that does not handle signals yet is
 * ended by the signal; it has no work.
 */
function endOf(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(code === 0 || signal === 'SIGTERM' || signal === 'SIGINT'));
    worker.process.kill('SIGTERM');
  });
}

/** Merges the Prometheus texts of several processes: each metric has one HELP and TYPE, and the samples of all. */
export function mergeExpositions(texts: readonly string[]): string {
  const samplesByHead = new Map<string, string[]>();
  for (const text of texts) {
    for (const metric of text.split('\n\n').filter((block) => block.trim() !== '')) {
      const [help, type, ...samples] = metric.trimEnd().split('\n');
      const head = `${help}\n${type}`;
      samplesByHead.set(head, [...(samplesByHead.get(head) ?? []), ...samples]);
    }
  }
  const metrics = [...samplesByHead].map(([head, samples]) => [head, ...samples].join('\n'));
  return `${metrics.join('\n\n')}\n`;
}
