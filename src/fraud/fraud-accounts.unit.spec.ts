import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Database } from '../platform/database/index.js';
import { SystemClock } from '../platform/time/clock.js';
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
