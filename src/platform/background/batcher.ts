import { AppError } from '../errors/index.js';

/** What became of one member of a batch. */
export type Outcome<T> = { value: T } | { error: unknown };

export interface BatcherOptions<I, O> {
  /** Does the work of all of them at once; the outcomes stand in their order. There is one call at a time. */
  run: (items: I[]) => Promise<Outcome<O>[]>;
  /** Items that have one of these in common do not go together. */
  keysOf?: (item: I) => string[];
  /** Whether a batch may have failed because of one member: then each is tried alone. */
  mayBeOneMember?: (error: unknown) => boolean;
  batchMax: number;
  /** Whoever comes when so many wait is refused with `overloaded`, and so is who has waited too long. */
  queueMax: number;
  waitMaxMs: number;
}

interface Member<I, O> {
  item: I;
  resolve: (value: O) => void;
  reject: (error: unknown) => void;
  patience: NodeJS.Timeout | undefined;
}

/**
 * Lets concurrent callers share one piece of work: those who come in one turn of the event loop, and those who come
 * while a batch is under way. So batches grow with the load, and nobody waits for company.
 */
export class Batcher<I, O> {
  private readonly waiting = new Set<Member<I, O>>();
  private isBusy = false;

  constructor(private readonly options: BatcherOptions<I, O>) {}

  /** Fails as its own work fails, or with `overloaded` before it has begun. */
  add(item: I): Promise<O> {
    if (this.waiting.size >= this.options.queueMax) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const member: Member<I, O> = { item, resolve, reject, patience: undefined };
      this.waiting.add(member);
      if (this.isBusy) member.patience = setTimeout(() => this.giveUp(member), this.options.waitMaxMs);
      else void this.work();
    });
  }

  private giveUp(member: Member<I, O>): void {
    if (this.waiting.delete(member)) member.reject(overloaded());
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    while (this.waiting.size > 0) {
      await endOfTurn();
      await this.runAll(this.next());
    }
    this.isBusy = false;
  }

  /** In the order of their coming, without those that one of them stands in the way of. */
  private next(): Member<I, O>[] {
    const batch: Member<I, O>[] = [];
    const keys = new Set<string>();
    for (const member of this.waiting) {
      if (batch.length >= this.options.batchMax) break;
      const own = this.options.keysOf?.(member.item) ?? [];
      if (own.some((key) => keys.has(key))) continue;
      for (const key of own) keys.add(key);
      clearTimeout(member.patience);
      this.waiting.delete(member);
      batch.push(member);
    }
    return batch;
  }

  private async runAll(members: Member<I, O>[]): Promise<void> {
    let outcomes: Outcome<O>[];
    try {
      outcomes = await this.options.run(members.map(({ item }) => item));
    } catch (error) {
      if (members.length > 1 && this.options.mayBeOneMember?.(error))
        for (const member of members) await this.runAll([member]);
      else for (const { reject } of members) reject(error);
      return;
    }
    members.forEach(({ resolve, reject }, at) => {
      const outcome = outcomes[at] ?? { error: new Error('a batch forgot one of its members') };
      if ('value' in outcome) resolve(outcome.value);
      else reject(outcome.error);
    });
  }
}

/** Once what has arrived on the sockets by now has been read. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const overloaded = () => new AppError('overloaded', { retryAfterSeconds: 1 });
