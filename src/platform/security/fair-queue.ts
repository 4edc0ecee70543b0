import { AppError } from '../errors/index.js';

/** The queue position of a caller. */
export interface QueuedCaller {
  /** Callers with the same key wait for each other; keys take turns. */
  key: string;
  /** Goes before others, such as an owner at a known address. */
  isFirst?: boolean;
}

interface Waiting {
  start: () => void;
  turnAway: () => void;
}

/** Callers of a key in the priority queue; further ones wait with the others. */
const FIRST_PER_KEY_MAX = 4;

/** One queue per key, served in turn. */
class Lines {
  size = 0;
  private readonly lines = new Map<string, Waiting[]>();

  lengthOf(key: string): number {
    return this.lines.get(key)?.length ?? 0;
  }

  add(key: string, waiting: Waiting): void {
    const line = this.lines.get(key);
    if (line) line.push(waiting);
    else this.lines.set(key, [waiting]);
    this.size++;
  }

  /** The next caller; its key goes to the end. */
  next(): Waiting | undefined {
    for (const [key, line] of this.lines) {
      const waiting = line.shift();
      this.lines.delete(key);
      if (line.length > 0) this.lines.set(key, line);
      if (!waiting) continue;
      this.size--;
      return waiting;
    }
    return undefined;
  }

  /** Rejects the last caller of the longest queue if that has more than `length`. Returns whether it did. */
  shorten(length: number): boolean {
    const [longest = []] = [...this.lines.values()].sort((one, other) => other.length - one.length);
    if (longest.length <= length) return false;
    longest.pop()?.turnAway();
    this.size--;
    return true;
  }
}

/**
 * Runs `atOnce` tasks at a time. Others wait; beyond `waitingMax` the key with the most waiting callers loses
 * one with `overloaded`.
 */
export class FairQueue {
  private running = 0;
  private readonly first = new Lines();
  private readonly others = new Lines();

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
    const lines = goesFirst ? this.first : this.others;
    if (lines.size >= this.waitingMax && !lines.shorten(lines.lengthOf(key) + 1))
      throw new AppError('overloaded');
    return new Promise((resolve, reject) =>
      lines.add(key, { start: resolve, turnAway: () => reject(new AppError('overloaded')) }),
    );
  }
}
