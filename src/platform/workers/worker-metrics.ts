import cluster from 'node:cluster';
import type { Metrics } from '../observability/index.js';
import { WorkerChannel } from './worker-channel.js';

/** The variable by which the primary tells a worker its number. */
export const WORKER_ID_VARIABLE = 'SANDI_WORKER';

/** Longer than the primary waits for the other workers. */
const ALL_TOLD_MS = 4000;

/** This worker's number, from 1; `undefined` in a process that no primary of ours forked. */
export function workerId(): string | undefined {
  return cluster.isWorker ? process.env[WORKER_ID_VARIABLE] : undefined;
}

/**
 * A scrape meets any one of the workers: from here on this one answers with the figures of all, each worker's under its
 * own label, since a sum would fall when a worker is replaced. Without the primary's answer it tells its own only.
 */
export function serveMetricsOfAllWorkers(metrics: Metrics): void {
  const worker = workerId();
  if (worker === undefined || !cluster.worker) return;
  const { registry } = metrics;
  registry.setDefaultLabels({ worker: worker });
  const line = new WorkerChannel(cluster.worker, () => registry.metrics());
  metrics.scrape = async () => (await line.ask(ALL_TOLD_MS)) ?? registry.metrics();
}
