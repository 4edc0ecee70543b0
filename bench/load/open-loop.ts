import { percentile } from '../figures/percentile.js';
import { arrivals } from './arrivals.js';
import { Connection } from './connection.js';
import type { LoadRecorder } from './load-recorder.js';
import type { Requests } from './requests.js';

export interface OpenLoop {
  port: number;
  perSecond: number;
  seed: number;
  rampMs: number;
  windowMs: number;
}

const CONNECTIONS = 128;

/**
 * Sends at the times of a Poisson process, without waiting for earlier responses. Latency counts from the moment when a
 * send was due, so that a stalling service cannot hide the sends that had to wait. Resolves with the median lateness.
 */
export async function openLoop(loop: OpenLoop, requests: Requests, recorder: LoadRecorder): Promise<number> {
  const all = await Promise.all(Array.from({ length: CONNECTIONS }, () => Connection.open(loop.port)));
  const run = new OpenRun(loop, all, requests, recorder);
  await run.done;
  for (const connection of all) connection.close();
  return percentile(
    run.lateMs.toSorted((a, b) => a - b),
    0.5,
  );
}

class OpenRun {
  readonly lateMs: number[] = [];
  readonly done: Promise<void>;
  private readonly startedAtMs = performance.now();
  private readonly due: readonly number[];
  private readonly free: Connection[];
  /** Sends that are due and wait for a free connection. */
  private readonly queued: number[] = [];
  private next = 0;
  private underWay = 0;
  private hasOpened = false;
  private hasClosed = false;
  private resolve: () => void = () => undefined;

  constructor(
    private readonly loop: OpenLoop,
    connections: readonly Connection[],
    private readonly requests: Requests,
    private readonly recorder: LoadRecorder,
  ) {
    this.free = [...connections];
    this.due = arrivals(loop.perSecond, loop.rampMs + loop.windowMs, loop.seed);
    this.done = new Promise((resolve) => (this.resolve = resolve));
    this.tick();
  }

  private get nowMs(): number {
    return performance.now() - this.startedAtMs;
  }

  private tick = (): void => {
    const { nowMs } = this;
    if (!this.hasOpened && nowMs >= this.loop.rampMs) {
      this.hasOpened = true;
      this.recorder.open();
    }
    for (; (this.due[this.next] ?? Infinity) <= nowMs; this.next++) {
      const dueMs = this.due[this.next] ?? 0;
      this.lateMs.push(nowMs - dueMs);
      this.start(dueMs);
    }
    const endMs = this.loop.rampMs + this.loop.windowMs;
    if (nowMs >= endMs) return this.end();
    setTimeout(this.tick, Math.max(0, Math.min(this.due[this.next] ?? endMs, endMs) - nowMs));
  };

  private start(dueMs: number): void {
    const connection = this.freeOne();
    if (!connection) {
      this.queued.push(dueMs);
      return;
    }
    this.underWay += 1;
    connection.send(this.requests.next(), (status) => {
      this.underWay -= 1;
      this.recorder.answered(status, this.nowMs - dueMs, dueMs >= this.loop.rampMs);
      if (connection.isOpen) this.free.push(connection);
      const waiting = this.queued.shift();
      if (waiting !== undefined) this.start(waiting);
      else this.finish();
    });
  }

  /** Skips closed connections: a server closes connections on which no request arrives in time. */
  private freeOne(): Connection | undefined {
    let connection = this.free.pop();
    while (connection && !connection.isOpen) connection = this.free.pop();
    return connection;
  }

  private end(): void {
    this.recorder.close();
    this.hasClosed = true;
    this.finish();
  }

  private finish(): void {
    if (this.hasClosed && this.underWay === 0) this.resolve();
  }
}
