import type { Draws } from '../fleet/draws.js';
import type { Timetable } from '../fleet/time.js';
import { ASSUMPTIONS } from './assumptions.js';
import type { Ending, SimulatedDatabase, Transaction } from './database.js';
import { pause, type Process, start } from './process.js';
import type { RunRecorder } from './run-recorder.js';

interface Member {
  account: number;
  end: (isCommitted: boolean) => void;
}

interface LaneOptions {
  /** The number of the instance that the lane belongs to. */
  instance: number;
  database: SimulatedDatabase;
  /** The transaction of these accounts' sends. */
  transactionOf: (accounts: number[]) => Transaction;
  /** Sends in one transaction, at most. */
  batchMax: number;
  timetable: Timetable;
  draws: Draws;
  recorder: RunRecorder;
}

const { retries } = ASSUMPTIONS;

/** Creates messages of one instance, or applies their updates. Those that wait for a transaction share the next one. */
export class Lane {
  private readonly waiting: Member[] = [];
  private isBusy = false;

  constructor(private readonly options: LaneOptions) {}

  /** False: given up, after it lost against other nodes in every attempt. */
  *through(account: number): Process<boolean> {
    let isCommitted = false;
    yield (resume) => {
      const end = (outcome: boolean) => {
        isCommitted = outcome;
        resume();
      };
      this.waiting.push({ account, end });
      if (!this.isBusy) start(this.work());
    };
    return isCommitted;
  }

  private *work(): Process {
    this.isBusy = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.options.batchMax);
      const isCommitted = yield* this.commit(batch.map(({ account }) => account));
      for (const { end } of batch) end(isCommitted);
    }
    this.isBusy = false;
  }

  /** Retries the whole batch when it loses against another node, as src/platform/database/database.ts does. */
  private *commit(accounts: number[]): Process<boolean> {
    const { instance, database, transactionOf, timetable, draws, recorder } = this.options;
    const transaction = transactionOf(accounts);
    for (let attempt = 1; ; attempt++) {
      const ending: Ending = yield* database.run(instance, transaction);
      recorder.attempted(ending, accounts.length);
      if (ending === 'committed') return true;
      if (attempt >= retries.attemptsMax) return false;
      const pauseMaxMs = Math.min(retries.pauseMaxMs, 2 ** attempt * 5);
      yield pause(timetable, draws.index(pauseMaxMs));
    }
  }
}
