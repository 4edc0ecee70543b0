import { percentile } from '../figures/percentile.js';
import { cpuSeconds } from '../proc.js';
import type { SliceResult } from './slice.js';

const OK = 200;

/** Counts the responses of a slice. Measures latency and CPU only in the window between `open()` and `close()`. */
export class LoadRecorder {
  private readonly statuses: Record<string, number> = {};
  private readonly latenciesMs: number[] = [];
  private isOpen = false;
  private openedAtMs = 0;
  private cpuAtOpen: Record<string, number> = {};
  private window: Pick<SliceResult['window'], 'ms' | 'cpuSeconds'> | undefined;

  constructor(private readonly meters: Record<string, number[]>) {}

  open(): void {
    this.isOpen = true;
    this.cpuAtOpen = this.cpu();
    this.openedAtMs = performance.now();
  }

  /** @param counts whether the response belongs to the window; default: whether the window is open */
  answered(status: number, latencyMs: number, counts = this.isOpen): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    if (counts && status === OK) this.latenciesMs.push(latencyMs);
  }

  close(): void {
    this.isOpen = false;
    const atClose = this.cpu();
    const spent = Object.entries(atClose).map(([name, now]) => [name, now - (this.cpuAtOpen[name] ?? 0)]);
    this.window = {
      ms: performance.now() - this.openedAtMs,
      cpuSeconds: Object.fromEntries(spent) as Record<string, number>,
    };
  }

  /** The result. Call it after the last response. */
  result(lateP50Ms = 0): SliceResult {
    if (!this.window) throw new Error('the window was never closed');
    const sorted = this.latenciesMs.toSorted((a, b) => a - b);
    const [p50Ms, p99Ms] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
    const window = { ...this.window, accepted: sorted.length, p50Ms, p99Ms };
    return { statuses: this.statuses, window, lateP50Ms };
  }

  private cpu(): Record<string, number> {
    const groups = Object.entries(this.meters).map(([name, pids]) => [name, cpuSeconds(pids)]);
    return Object.fromEntries(groups) as Record<string, number>;
  }
}
