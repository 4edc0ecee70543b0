import cluster from 'node:cluster';
import type { Metrics } from '../observability/index.js';
import { Line } from './line.js';

/** The variable by which the primary tells a worker its number. */
export const SEAT = 'SANDI_WORKER';

/** Longer than the primary waits for the other workers. */
const ALL_TOLD_MS = 4000;

/** This worker's number, from 1; `undefined` in a process that no primary of ours forked. */
export function workerSeat(): string | undefined {
  return cluster.isWorker ? process.env[SEAT] : undefined;
}

/**
 * A scrape meets any one of the workers: from here on this one answers with the figures of all, each worker's under its
 * own label, since a sum would fall when a worker is replaced. Without the primary's answer it tells its own only.
 */
export function joinWorkers(metrics: Metrics): void {
  const seat = workerSeat();
  if (seat === undefined || !cluster.worker) return;
  const { registry } = metrics;
  registry.setDefaultLabels({ worker: seat });
  const line = new Line(cluster.worker, () => registry.metrics());
  metrics.scrape = async () => (await line.ask(ALL_TOLD_MS)) ?? registry.metrics();
}
