import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../errors/index.js';
import { randomInt } from '../ids/random.js';
import { isOfOtherServer, isRetryable, isRolledBack } from './retryable.rules.js';

/** When all nodes of a Galera cluster charge one account at once, a transaction sometimes fails eight times. */
const ATTEMPTS_MAX = 12;
const PAUSE_MAX_MS = 400;
/** Retries on new connections after a read-only server rejected the work. */
const OTHER_SERVER_ATTEMPTS_MAX = 3;

/** Runs the work again while the database rolls it back, after a random pause that grows. */
export async function withRetries<T>(once: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      if (attempt >= (isOfOtherServer(error) ? OTHER_SERVER_ATTEMPTS_MAX : ATTEMPTS_MAX))
        throw givenUp(error);
      await sleep(randomInt(Math.min(PAUSE_MAX_MS, 2 ** attempt * 5)));
    }
  }
}

/** Other transactions won each time: nothing was written, and the caller may retry. */
function givenUp(error: unknown): unknown {
  return isRolledBack(error) ? new AppError('overloaded', { retryAfterSeconds: 1, cause: error }) : error;
}
