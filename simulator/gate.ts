/** Lets a number of tasks through at once; the others wait in line, first come first served. */
export class Gate {
  private readonly waiting: (() => void)[] = [];
  private inside = 0;

  constructor(private readonly places: number) {}

  async pass<T>(task: () => Promise<T>): Promise<T> {
    if (this.inside >= this.places) await new Promise<void>((enter) => this.waiting.push(enter));
    else this.inside += 1;
    try {
      return await task();
    } finally {
      const enter = this.waiting.shift();
      // The place goes to whoever waits longest without becoming free in between.
      if (enter) enter();
      else this.inside -= 1;
    }
  }
}
