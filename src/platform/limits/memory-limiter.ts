import type { Limiter, LimitUse } from './limiter.js';

interface Window {
  used: number;
  endsAtMs: number;
}

export interface MemoryLimiterOptions {
  points: number;
  windowSeconds: number;
  /** How many share the work: each keeps its part of the points. */
  processes?: number;
  /** How many keys are counted at once. */
  keysMax?: number;
  nowMs?: () => number;
}

/**
 * A limiter in this process's memory. All windows are equally long and a map keeps the order of its insertions, so the
 * window that ends first stands first: what has ended is dropped from the front, without a timer for each key. When
 * the keys are too many the oldest goes: its caller starts afresh, which no one gets without as many other keys, where
 * one count for all who come late would let a flood shut strangers out.
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
