import { AppError } from '../errors/index.js';

/** The outcome of one item. */
export type Outcome<T> = { value: T } | { error: unknown };

export interface BatcherOptions<I, O> {
  /** Processes a batch and returns outcomes in order. One call at a time. */
  run: (items: I[]) => Promise<Outcome<O>[]>;
  /** Items with a common key go into different batches. */
  keysOf?: (item: I) => string[];
  /** Whether one item may have failed the batch: then each is tried alone. */
  mayBeOneMember?: (error: unknown) => boolean;
  batchMax: number;
  /** Further callers, and those that waited too long, fail with `overloaded`. */
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
 * Batches concurrent work: callers of one event loop turn, and callers that arrive while a batch runs. Batches
 * grow with the load, and nobody waits for others.
 */
export class Batcher<I, O> {
  private readonly waiting = new Set<Member<I, O>>();
  private isBusy = false;

  constructor(private readonly options: BatcherOptions<I, O>) {}

  /** Fails like its own work, or with `overloaded` before it starts. */
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

  /** In order of arrival, without items whose key is in the batch already. */
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

/** After the pending socket reads. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const overloaded = () => new AppError('overloaded', { retryAfterSeconds: 1 });
