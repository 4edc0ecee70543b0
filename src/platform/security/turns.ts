import { AppError } from '../errors/index.js';

/** In which line somebody waits. */
export interface WaitingTurn {
  /** Those of one key wait for each other; all keys take turns, so that one that asks a lot delays itself alone. */
  key: string;
  /** Before all others, such as the owner of an account at an address that it was entered from lately. */
  isFirst?: boolean;
}

interface Waiting {
  start: () => void;
  turnAway: () => void;
}

/** Of one key in the first line; its further ones wait with all others. */
const FIRST_PER_KEY_MAX = 4;

/** Lines of waiting work, one for each key, which are served in turn. */
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

  /** The first of the line whose turn it is, which goes to the end of the lines. */
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

  /** Turns away the last of the longest line, if that has more than `length`. Returns whether it did. */
  shorten(length: number): boolean {
    const [longest = []] = [...this.lines.values()].sort((one, other) => other.length - one.length);
    if (longest.length <= length) return false;
    longest.pop()?.turnAway();
    this.size--;
    return true;
  }
}

/**
 * Runs `atOnce` pieces of work at a time. The rest waits its turn; beyond `waitingMax` the caller with the most waiting is turned
 * away with `overloaded`.
 */
export class Turns {
  private running = 0;
  private readonly first = new Lines();
  private readonly others = new Lines();

  constructor(
    private readonly atOnce: number,
    private readonly waitingMax: number,
  ) {}

  async run<T>(turn: WaitingTurn, work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atOnce) await this.wait(turn);
    else this.running++;
    try {
      return await work();
    } finally {
      // The place passes straight to the next; it is free only when nobody waits.
      const next = this.first.next() ?? this.others.next();
      if (next) next.start();
      else this.running--;
    }
  }

  private wait({ key, isFirst = false }: WaitingTurn): Promise<void> {
    const goesFirst = isFirst && this.first.lengthOf(key) < FIRST_PER_KEY_MAX;
    const lines = goesFirst ? this.first : this.others;
    if (lines.size >= this.waitingMax && !lines.shorten(lines.lengthOf(key) + 1))
      throw new AppError('overloaded');
    return new Promise((resolve, reject) =>
      lines.add(key, { start: resolve, turnAway: () => reject(new AppError('overloaded')) }),
    );
  }
}
