/** What is under way: requests being answered and callbacks being delivered. */
export class Tasks {
  private readonly running = new Set<Promise<void>>();

  get size(): number {
    return this.running.size;
  }

  /**
   * Counts `task` as under way until it settles. A rejection is a bug of the simulator or of a test's script:
   * it is shown as a process warning, and the simulator goes on.
   */
  track(task: Promise<unknown>): void {
    const settled: Promise<void> = task
      .then(
        () => undefined,
        (error: unknown) => process.emitWarning(error instanceof Error ? error : String(error)),
      )
      .finally(() => this.running.delete(settled));
    this.running.add(settled);
  }

  /** Resolves once nothing is under way, not even what the tasks themselves have started. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }
}
