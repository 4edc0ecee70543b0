import cluster from 'node:cluster';
import type { Metrics } from '../observability/index.js';
import { WorkerChannel } from './worker-channel.js';

/** The variable in which the primary passes a worker its number. */
export const WORKER_ID_VARIABLE = 'SANDI_WORKER';

/** Longer than the primary waits for the other workers. */
const ALL_TOLD_MS = 4000;

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
  metrics.scrape = async () => (await line.ask(ALL_TOLD_MS)) ?? registry.metrics();
}
