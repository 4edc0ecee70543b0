import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { WorkerChannel } from './worker-channel.js';
import { WORKER_ID_VARIABLE } from './worker-metrics.js';

/** How long another waits that takes a dead worker's place: twice as long after each death, up to the most. */
const PAUSE_MS = 200;
const PAUSE_MAX_MS = 30_000;
/** A worker that lived so long did not die of what killed the one before. */
const STEADY_MS = 60_000;
const ONE_TOLD_MS = 2000;

interface WorkerSlot {
  number: number;
  /** Of workers in a row that did not live for STEADY_MS. */
  deaths: number;
}

/**
 * The primary's part of a service on several cores. It takes no requests itself: it forks the workers, which share the
 * port, puts another in the place of one that dies, and passes a stop on.
 */
export class Workers {
  private readonly alive = new Set<Worker>();
  private readonly serving = new Map<Worker, WorkerChannel>();
  private isStopping = false;

  constructor(
    private readonly count: number,
    private readonly logger: Logger,
  ) {}

  /** The first boots alone, so that migrations, the first boot's notes and configuration errors appear once. */
  start(): void {
    // Each accepts by itself. A connection that the primary hands to a worker as that dies stays open, and nobody reads it.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    this.fork({ number: 1, deaths: 0 }).once('listening', () => {
      for (let number = 2; number <= this.count && !this.isStopping; number++)
        this.fork({ number, deaths: 0 });
    });
  }

  /** Resolves once all have ended; rejects when one of them left work unfinished. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const ends = await Promise.all([...this.alive].map(endOf));
    if (ends.includes(false)) throw new Error('a worker left work unfinished');
  }

  private fork(slot: WorkerSlot): Worker {
    const worker = cluster.fork({ [WORKER_ID_VARIABLE]: String(slot.number) });
    const sinceMs = performance.now();
    this.alive.add(worker);
    worker.once('listening', () => this.serving.set(worker, new WorkerChannel(worker, () => this.tellAll())));
    worker.once('exit', (code, signal) => {
      this.alive.delete(worker);
      const hasServed = this.serving.delete(worker);
      if (this.isStopping) return;
      // It has said why, and nobody is left to serve: the process supervisor should know.
      if (!hasServed && this.serving.size === 0) process.exit(1);
      const { number } = slot;
      const deaths = performance.now() - sinceMs < STEADY_MS ? slot.deaths + 1 : 1;
      const pauseMs = Math.min(PAUSE_MS * 2 ** (deaths - 1), PAUSE_MAX_MS);
      this.logger.error({ worker: number, code, signal, pauseMs }, 'a worker died: another takes its place');
      setTimeout(() => {
        if (!this.isStopping) this.fork({ number, deaths });
      }, pauseMs);
    });
    // A fork that the system refused, say for want of memory, has no exit: restart instead of running with fewer.
    worker.once('error', (error) => {
      if (worker.process.pid === undefined) throw error;
    });
    return worker;
  }

  private async tellAll(): Promise<string> {
    const texts = await Promise.all([...this.serving.values()].map((line) => line.ask(ONE_TOLD_MS)));
    return mergeExpositions(texts.filter((text) => text !== undefined));
  }
}

/** Passes a stop on and waits; false when the worker was cut off. One that was still booting ends by the signal. */
function endOf(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(code === 0 || signal === 'SIGTERM' || signal === 'SIGINT'));
    worker.process.kill('SIGTERM');
  });
}

/** Prometheus' texts of several processes as one: each metric is introduced once, with the samples of all. */
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
