import { AppError } from '../errors/index.js';
import { isAnswered } from './retryable.rules.js';

export interface GroupCommitOptions<Unit, Result> {
  /** Does the work of all units in one transaction; the results have their order. One call runs at a time. */
  run: (units: Unit[]) => Promise<Result[]>;
  /** Units that share a key do not share a transaction. */
  keysOf?: (unit: Unit) => string[];
  /** 1 turns the sharing off. */
  batchMax: number;
  /** A unit fails with `overloaded` if this many units wait, or if it has waited too long. */
  queueMax: number;
  waitMaxMs: number;
}

interface Member<Unit, Result> {
  unit: Unit;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Group commit: units of work that arrive together share one transaction. Units of one turn of the event loop form a
 * batch; those that arrive while it runs form the next one. So batches grow with the load, and no unit waits for others.
 */
export class GroupCommit<Unit, Result> {
  private readonly waiting = new Set<Member<Unit, Result>>();
  private isBusy = false;

  constructor(private readonly options: GroupCommitOptions<Unit, Result>) {}

  /** Fails as the unit's own work fails, or with `overloaded` before it began. */
  add(unit: Unit): Promise<Result> {
    if (this.waiting.size >= this.options.queueMax) return Promise.reject(overloaded());
    return new Promise((resolve, reject) => {
      const member: Member<Unit, Result> = { unit, resolve, reject, timer: undefined };
      this.waiting.add(member);
      if (this.isBusy) member.timer = setTimeout(() => this.giveUp(member), this.options.waitMaxMs);
      else void this.work();
    });
  }

  private giveUp(member: Member<Unit, Result>): void {
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

  /** The next batch, in the order of arrival. A unit that shares a key with an earlier one waits for the next batch. */
  private next(): Member<Unit, Result>[] {
    const batch: Member<Unit, Result>[] = [];
    const keys = new Set<string>();
    for (const member of this.waiting) {
      if (batch.length >= this.options.batchMax) break;
      const own = this.options.keysOf?.(member.unit) ?? [];
      if (own.some((key) => keys.has(key))) continue;
      for (const key of own) keys.add(key);
      clearTimeout(member.timer);
      this.waiting.delete(member);
      batch.push(member);
    }
    return batch;
  }

  /** If the database rejects a statement, one unit may be the cause: then each unit runs alone. */
  private async runAll(members: Member<Unit, Result>[]): Promise<void> {
    try {
      const results = await this.options.run(members.map(({ unit }) => unit));
      members.forEach(({ resolve }, at) => resolve(results[at] as Result));
    } catch (error) {
      if (members.length > 1 && isAnswered(error)) for (const member of members) await this.runAll([member]);
      else for (const { reject } of members) reject(error);
    }
  }
}

/** Resolves after all sockets with data have been read. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

const overloaded = () => new AppError('overloaded', { retryAfterSeconds: 1 });
