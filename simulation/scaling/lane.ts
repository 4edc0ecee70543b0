import type { Draws } from '../draws.js';
import type { Timetable } from '../time.js';
import { ASSUMPTIONS } from './assumptions.js';
import type { Ending, SimulatedDatabase, Transaction } from './database.js';
import { pause, start, type Process } from './process.js';
import type { Tally } from './tally.js';

interface Member {
  account: number;
  end: (isCommitted: boolean) => void;
}

const { instance, retries } = ASSUMPTIONS;

/** Opens or settles the sends of one instance: those that come while a transaction is under way share the next one. */
export class Lane {
  private readonly waiting: Member[] = [];
  private isBusy = false;

  constructor(
    private readonly instanceNumber: number,
    private readonly database: SimulatedDatabase,
    /** The transaction of these accounts' sends. */
    private readonly transactionOf: (accounts: number[]) => Transaction,
    private readonly timetable: Timetable,
    private readonly draws: Draws,
    private readonly tally: Tally,
  ) {}

  /** False: given up, after others were quicker each time. */
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
      const batch = this.waiting.splice(0, instance.batchMax);
      const isCommitted = yield* this.commit(batch.map(({ account }) => account));
      for (const { end } of batch) end(isCommitted);
    }
    this.isBusy = false;
  }

  /** The whole batch runs again when it has lost, as in src/common/database/database.ts. */
  private *commit(accounts: number[]): Process<boolean> {
    const transaction = this.transactionOf(accounts);
    for (let attempt = 1; ; attempt++) {
      const ending: Ending = yield* this.database.run(this.instanceNumber, transaction);
      this.tally.attempted(ending, accounts.length);
      if (ending === 'committed') return true;
      if (attempt >= retries.attemptsMax) return false;
      const pauseMaxMs = Math.min(retries.pauseMaxMs, 2 ** attempt * 5);
      yield pause(this.timetable, this.draws.index(pauseMaxMs));
    }
  }
}
