interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Returns the results of the items in their order. An Error stands for a single item that failed. */
export type Work<Item, Result> = (items: Item[]) => Promise<(Result | Error)[]>;

const BATCH_MAX = 256;

/** Runs one batch after another. The next batch has all items that queued during the last one. */
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
