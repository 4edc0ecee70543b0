import { expect, it } from 'vitest';
import { LEASE_MARGIN_SECONDS } from './delivery-leases.js';
import { again, RECORD_RETRY_PAUSES_MS } from './webhook-sender.js';

/** Work that fails the first so many times with the number of the run as its message, and then returns that number. */
function failing(times: number): () => Promise<number> {
  let done = 0;
  return () => (++done > times ? Promise.resolve(done) : Promise.reject(new Error(`failed ${done}`)));
}

it('does what succeeds once', async () => expect(await again(failing(0), [0, 0])).toBe(1));

it('does what fails once more after each pause', async () => {
  expect(await again(failing(1), [0, 0])).toBe(2);
  expect(await again(failing(2), [0, 0])).toBe(3);
});

it('fails in the end, as it did last', () => expect(again(failing(9), [0, 0])).rejects.toThrow('failed 3'));

it('leaves a lease time for each of its times, beside the pauses', () => {
  const pausesMs = RECORD_RETRY_PAUSES_MS.reduce((sum, pauseMs) => sum + pauseMs, 0);
  const timesMs = (RECORD_RETRY_PAUSES_MS.length + 1) * 2000;
  expect(pausesMs + timesMs).toBeLessThan(LEASE_MARGIN_SECONDS * 1000);
});
