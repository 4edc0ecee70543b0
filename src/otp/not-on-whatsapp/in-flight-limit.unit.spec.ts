import { expect, it, vi } from 'vitest';
import { InFlightLimit } from './in-flight-limit.js';

const OPTIONS = { waitingMax: 1000, waitMaxMs: 60_000 };

it('begins no more sends than the account has places, and one more after each accepted one', async () => {
  const limit = new InFlightLimit(OPTIONS);
  const running: (() => void)[] = [];
  const send = () => new Promise<void>((resolve) => running.push(resolve));
  const all = Array.from({ length: 10 }, () => limit.run(1, 2, send, () => Promise.resolve()));
  expect(running).toHaveLength(2);
  running[0]?.();
  await vi.waitFor(() => expect(running).toHaveLength(4));
  // Another account does not wait.
  const other = limit.run(
    2,
    1,
    () => Promise.resolve('sent'),
    () => Promise.resolve(),
  );
  expect(await other).toBe('sent');
  for (let done = 1; done < 10; done++)
    await vi.waitFor(() => expect(running[done]).toBeDefined()).then(running[done]);
  await Promise.all(all);
});

it('ends what waits when failures have used up the limit', async () => {
  const limit = new InFlightLimit(OPTIONS);
  let failures = 0;
  const send = async () => {
    await Promise.resolve();
    failures++;
    limit.noteFailure(1);
    throw new Error('failed');
  };
  const check = () => (failures >= 20 ? Promise.reject(new Error('limited')) : Promise.resolve());
  const ends = await Promise.allSettled(Array.from({ length: 200 }, () => limit.run(1, 20, send, check)));
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(200);
  expect(failures).toBe(20);
});

it('lets a send wait for a bounded time, and few of them', async () => {
  const limit = new InFlightLimit({ waitingMax: 1, waitMaxMs: 5 });
  const held = limit.run(
    1,
    1,
    () => new Promise(() => {}),
    () => Promise.resolve(),
  );
  void held;
  const nothing = () => Promise.resolve();
  const late = limit.run(1, 1, nothing, nothing);
  await expect(limit.run(1, 1, nothing, nothing)).rejects.toThrow();
  await expect(late).rejects.toThrow();
});
