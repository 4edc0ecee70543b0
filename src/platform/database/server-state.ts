import { unavailable } from './unavailable.js';

/** Between two rounds in which all connections are dropped. */
const DROP_PAUSE_MS = 250;
/** So long a server counts as full after it said so: until then nothing but a send of that size proves that it is not. */
const FULL_MS = 10_000;

/** What the pools of one database have learnt of their server. */
export class ServerState {
  private dropsAtMs = -Infinity;
  private fullUntilMs = -Infinity;

  /**
   * The server may not be written to, or does not respond: drops all connections, also of the pools that only read. If
   * others were dropped just before, it waits for a moment, then drops those that were made since as well.
   */
  dropConnections(): void {
    const nowMs = performance.now();
    if (this.dropsAtMs <= nowMs) this.dropsAtMs = Math.max(nowMs, this.dropsAtMs + DROP_PAUSE_MS);
  }

  /** Whether a connection that was made then is to be dropped. */
  isOld(madeAtMs: number): boolean {
    return madeAtMs < this.dropsAtMs && this.dropsAtMs <= performance.now();
  }

  noteFull(): void {
    this.fullUntilMs = performance.now() + FULL_MS;
  }

  /** Throws while the server counts as full. */
  requireSpace(): void {
    if (performance.now() < this.fullUntilMs) throw unavailable(new Error('the disk of the server is full'));
  }
}
