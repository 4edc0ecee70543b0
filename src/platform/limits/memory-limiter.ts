import type { Limiter, LimitUse } from './limiter.js';

interface Window {
  used: number;
  endsAtMs: number;
}

export interface MemoryLimiterOptions {
  points: number;
  windowSeconds: number;
  /** Each process enforces its part of the points. */
  processes?: number;
  /** The most keys that are counted at a time. */
  keysMax?: number;
  nowMs?: () => number;
}

/**
 * Counts in memory. All windows are equally long, so the map is ordered by their ends and needs no timers. Keeps at
 * most `keysMax` keys and evicts the oldest: a shared overflow counter would let one flood lock out everyone.
 */
export class MemoryLimiter implements Limiter {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly options: MemoryLimiterOptions) {}

  consume(key: string, points = this.options.points): Promise<LimitUse> {
    return Promise.resolve(this.count(key, Math.ceil(points / (this.options.processes ?? 1))));
  }

  private count(key: string, points: number): LimitUse {
    const nowMs = this.options.nowMs?.() ?? performance.now();
    this.dropEnded(nowMs);
    const window = this.windows.get(key) ?? this.open(key, nowMs);
    const allowed = window.used < points;
    if (allowed) window.used++;
    return {
      allowed,
      remaining: Math.max(0, points - window.used),
      resetSeconds: Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1000)),
      release: () => {
        if (allowed) window.used--;
        return Promise.resolve();
      },
    };
  }

  private dropEnded(nowMs: number): void {
    for (const [key, { endsAtMs }] of this.windows) {
      if (endsAtMs > nowMs) return;
      this.windows.delete(key);
    }
  }

  private open(key: string, nowMs: number): Window {
    const { windowSeconds, keysMax = 100_000 } = this.options;
    const [oldest] = this.windows.keys();
    if (oldest !== undefined && this.windows.size >= keysMax) this.windows.delete(oldest);
    const window = { used: 0, endsAtMs: nowMs + windowSeconds * 1000 };
    this.windows.set(key, window);
    return window;
  }
}
