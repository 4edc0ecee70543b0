import { afterAll, beforeAll, expect, it } from 'vitest';
import { DuplicateWindow } from '../../../src/otp/message.entities.js';
import { deleteExpiredWindows } from '../../../src/otp/messages/create-messages.statements.js';
import { addSeconds } from '../../../src/platform/time/clock.js';
import { startTestService, type TestService } from '../../support/service.js';
import { planOf } from '../../support/statements.js';

const OPEN = 500;
/** Enough keys that a range of a few expired rows looks cheaper to the database. */
const TAKEN = 30;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
}, 60_000);
afterAll(() => service.close());

const indexOf = (at: number) => String(at).padStart(64, '0');

it('a send that reuses expired windows locks them by their keys only', async () => {
  const now = service.clock.now();
  const windows = Array.from({ length: OPEN + TAKEN }, (_, at) => ({
    duplicateIndex: indexOf(at),
    reference: `otp_${at}`,
    expiresAt: addSeconds(now, at < TAKEN ? -1 : 600),
  }));
  await service.database.tx((tx) => tx.insert(DuplicateWindow, windows));
  const keys = windows.slice(0, TAKEN).map(({ duplicateIndex }) => duplicateIndex);
  const [statement] = deleteExpiredWindows(keys, now);
  const { sql, values } = statement ?? { sql: '', values: [] };
  expect(await planOf(service, { sql, parameters: values })).not.toContain('expires_at');
  await service.database.tx((tx) => tx.query(sql, values));
  expect(await service.database.read.countBy(DuplicateWindow, {})).toBe(OPEN);
});
