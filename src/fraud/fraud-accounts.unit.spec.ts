import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Database } from '../platform/database/index.js';
import { addSeconds, type Clock, SystemClock } from '../platform/time/clock.js';
import { FraudAccounts } from './fraud-accounts.js';

it('lets a send pass while a read is late, and uses its result when it arrives', async () => {
  let arrive: (rows: object[]) => void = () => undefined;
  const rows = new Promise<object[]>((resolve) => {
    arrive = resolve;
  });
  const database = { query: () => rows } as unknown as Database;
  const accounts = new FraudAccounts(database, new SystemClock(), pino({ enabled: false }));
  expect(await accounts.inTime(1)).toBeUndefined();
  const inBackground = accounts.of(1);
  arrive([]);
  expect(await inBackground).toMatchObject({ mode: 'shadow' });
  expect(await accounts.inTime(1)).toMatchObject({ mode: 'shadow' });
});

it('reads accounts that go on sending again together, before they are too old', async () => {
  const reads: unknown[][] = [];
  const database = {
    query: ({ values }: { values: unknown[] }) => {
      reads.push(values.filter((value) => typeof value === 'number'));
      return Promise.resolve([]);
    },
  } as unknown as Database;
  let now = new Date('2026-11-29T00:00:00Z');
  const clock: Clock = { now: () => now, skewSeconds: 0 };
  const accounts = new FraudAccounts(database, clock, pino({ enabled: false }));
  for (const id of [1, 2, 3]) await accounts.inTime(id);
  now = addSeconds(now, 6);
  await accounts.refresh();
  expect(reads).toHaveLength(3);
  for (const id of [1, 2]) await accounts.inTime(id);
  await accounts.refresh();
  expect(reads[3]).toEqual(expect.arrayContaining([0, 1, 2]));
  expect(reads[3]).not.toContain(3);
  now = addSeconds(now, 6);
  for (const id of [1, 2]) await accounts.inTime(id);
  expect(reads).toHaveLength(4);
});
