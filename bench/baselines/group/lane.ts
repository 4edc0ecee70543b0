interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Result of each item, in their order; an Error for one that failed by itself. */
export type Work<Item, Result> = (items: Item[]) => Promise<(Result | Error)[]>;

const BATCH_MAX = 256;

/** Does one batch after another: each takes what has queued as soon as the one before is done. */
export class Lane<Item, Result> {
  private queue: Waiting<Item, Result>[] = [];
  private isBusy = false;

  constructor(private readonly work: Work<Item, Result>) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      if (!this.isBusy) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isBusy = true;
    while (this.queue.length > 0) {
      const batch = this.queue.splice(0, BATCH_MAX);
      try {
        const results = await this.work(batch.map(({ item }) => item));
        batch.forEach(({ resolve, reject }, i) => {
          const result = results[i];
          if (result instanceof Error) reject(result);
          else resolve(result as Result);
        });
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isBusy = false;
  }
}
