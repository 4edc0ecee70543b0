import { setTimeout as sleep } from 'node:timers/promises';

/** The result, or `otherwise` if it fails or takes longer. */
export async function withTimeout<T, U>(answer: Promise<T>, timeoutMs: number, otherwise: U): Promise<T | U> {
  const giveUp = new AbortController();
  const late = sleep(timeoutMs, otherwise, { signal: giveUp.signal });
  try {
    return await Promise.race([answer.catch(() => otherwise), late]);
  } finally {
    giveUp.abort();
    await late.catch(() => undefined);
  }
}
