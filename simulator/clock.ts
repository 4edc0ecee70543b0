/** The one place of the simulator that reads the time or sets a timer. */

export function now(): Date {
  return new Date();
}

/**
 * Timers that end together, so that closing the simulator leaves none behind and wakes their callers.
 */
export class Timers {
  private readonly cancels = new Set<() => void>();
  private stopped = false;

  /**
   * Runs `done(true)` after `delayMs`, or `done(false)` as soon as the timers are stopped.
   *
   * @returns a function that calls it off; `done` is then never run
   */
  after(delayMs: number, done: (ranOut: boolean) => void): () => void {
    if (this.stopped) {
      done(false);
      return () => undefined;
    }
    const callOff = (): void => {
      clearTimeout(timer);
      this.cancels.delete(cancel);
    };
    const cancel = (): void => {
      callOff();
      done(false);
    };
    const timer = setTimeout(() => {
      this.cancels.delete(cancel);
      done(true);
    }, delayMs);
    this.cancels.add(cancel);
    return callOff;
  }

  /** Resolves true after `delayMs` (at once for 0), or false when the timers are stopped first. */
  sleep(delayMs: number): Promise<boolean> {
    if (delayMs <= 0) return Promise.resolve(!this.stopped);
    return new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Ends every timer now and every later one at once. */
  stop(): void {
    this.stopped = true;
    for (const cancel of [...this.cancels]) cancel();
  }
}
