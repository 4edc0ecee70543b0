import { AppError } from '../../platform/errors/index.js';

interface Account {
  inFlight: number;
  /** How many sends may be in flight at once. */
  max: number;
  /** How many failures counted while the account had sends in flight. */
  failures: number;
  waiting: (() => void)[];
}

/**
 * Limits the sends that an account has in flight, so that parallel sends cannot exceed a limit on their outcomes.
 * Further sends wait. Each accepted send raises the limit by one until the account has no send in flight. Only accounts
 * with sends in flight are kept.
 */
export class InFlightLimit {
  private readonly accounts = new Map<number, Account>();
  private waiting = 0;

  constructor(private readonly options: { waitingMax: number; waitMaxMs: number }) {}

  /**
   * Runs `send` within the limit of the account, which is `max` to begin with. `onWake` runs first if the
   * send had to wait and another one failed meanwhile.
   * Fails with `overloaded` if too many sends wait, or this one waits too long.
   */
  async run<T>(userId: number, max: number, send: () => Promise<T>, onWake: () => Promise<void>): Promise<T> {
    const account = this.accounts.get(userId) ?? { inFlight: 0, max, failures: 0, waiting: [] };
    this.accounts.set(userId, account);
    const isFree = account.inFlight < account.max;
    if (isFree) account.inFlight++;
    else await this.wait(account);
    try {
      if (!isFree && account.failures > 0) await onWake();
      const result = await send();
      account.max++;
      return result;
    } finally {
      this.leave(userId, account);
    }
  }

  /** Lowers the limit of the account by one, but never below one. Call it when a send fails in a way that counts. */
  noteFailure(userId: number): void {
    const account = this.accounts.get(userId);
    if (!account) return;
    account.failures++;
    account.max = Math.max(1, account.max - 1);
  }

  private wait(account: Account): Promise<void> {
    if (this.waiting >= this.options.waitingMax) throw new AppError('overloaded');
    this.waiting++;
    return new Promise((resolve, reject) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiting--;
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting--;
        account.waiting.splice(account.waiting.indexOf(wake), 1);
        reject(new AppError('overloaded'));
      }, this.options.waitMaxMs);
      account.waiting.push(wake);
    });
  }

  private leave(userId: number, account: Account): void {
    account.inFlight--;
    while (account.inFlight < account.max) {
      const wake = account.waiting.shift();
      if (!wake) break;
      account.inFlight++;
      wake();
    }
    if (account.inFlight === 0) this.accounts.delete(userId);
  }
}
