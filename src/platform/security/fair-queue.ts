import { AppError } from '../errors/index.js';

export interface QueuedCaller {
  /** Callers with the same key wait for each other; keys take turns. */
  key: string;
  /** Serve this caller before the others, such as an owner at a known address. */
  isFirst?: boolean;
}

interface Waiting {
  start: () => void;
  reject: () => void;
}

/** Callers of a key in the priority queue; further ones wait with the others. */
const FIRST_PER_KEY_MAX = 4;

/** One queue per key; keys are served in turn. */
class KeyedQueues {
  size = 0;
  private readonly queues = new Map<string, Waiting[]>();

  lengthOf(key: string): number {
    return this.queues.get(key)?.length ?? 0;
  }

  add(key: string, waiting: Waiting): void {
    const queue = this.queues.get(key);
    if (queue) queue.push(waiting);
    else this.queues.set(key, [waiting]);
    this.size++;
  }

  /** The next caller; its key goes to the end. */
  next(): Waiting | undefined {
    for (const [key, queue] of this.queues) {
      const waiting = queue.shift();
      this.queues.delete(key);
      if (queue.length > 0) this.queues.set(key, queue);
      if (!waiting) continue;
      this.size--;
      return waiting;
    }
    return undefined;
  }

  /** Rejects the last caller of the longest queue if that has more than `length`. Returns whether it did. */
  shorten(length: number): boolean {
    const [longest = []] = [...this.queues.values()].sort((one, other) => other.length - one.length);
    if (longest.length <= length) return false;
    longest.pop()?.reject();
    this.size--;
    return true;
  }
}

/** Runs `atOnce` tasks at a time. If too many wait, the last of the longest queue fails with `overloaded`. */
export class FairQueue {
  private running = 0;
  private readonly first = new KeyedQueues();
  private readonly others = new KeyedQueues();

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  async run<T>(turn: QueuedCaller, work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await this.wait(turn);
    else this.running++;
    try {
      return await work();
    } finally {
      // The slot passes to the next caller.
      const next = this.first.next() ?? this.others.next();
      if (next) next.start();
      else this.running--;
    }
  }

  private wait({ key, isFirst = false }: QueuedCaller): Promise<void> {
    const goesFirst = isFirst && this.first.lengthOf(key) < FIRST_PER_KEY_MAX;
    const queues = goesFirst ? this.first : this.others;
    if (queues.size >= this.waitingMax && !queues.shorten(queues.lengthOf(key) + 1))
      throw new AppError('overloaded');
    return new Promise((resolve, reject) =>
      queues.add(key, { start: resolve, reject: () => reject(new AppError('overloaded')) }),
    );
  }
}
