import { unavailable } from './unavailable.js';

/** Pause between two rounds that drop all connections. */
const DROP_PAUSE_MS = 250;
/** How long a server counts as full after its error: a small write proves nothing. */
const FULL_MS = 10_000;

/** The state of a database server, as the errors of all pools show it. */
export class ServerState {
  private dropsAtMs = -Infinity;
  private fullUntilMs = -Infinity;

  /**
   * The server is read-only or does not respond: drops all connections, also those of read pools. Soon after another
   * round, it waits for the pause, and then also drops the connections that were made since.
   */
  dropConnections(): void {
    const nowMs = performance.now();
    if (this.dropsAtMs <= nowMs) this.dropsAtMs = Math.max(nowMs, this.dropsAtMs + DROP_PAUSE_MS);
  }

  /** Whether a connection that was made then must be dropped. */
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
