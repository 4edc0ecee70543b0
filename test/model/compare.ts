import { expect } from 'vitest';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { Calendar } from '../../src/platform/time/calendar.js';
import type { Model } from './model.js';
import type { Run } from './world.js';

interface HistoryItem {
  status: string;
  credit_used: number;
}

/** Holds what the account can read and the gateway's own log against the model. */
export async function compare(model: Model, run: Run): Promise<void> {
  await run.newApiKey();
  const token = run.apiKeys.at(-1);
  const read = async (path: string) => (await run.service.api.get(path, { token })).body.data as object;

  expect(await read('/api/otp/credit')).toMatchObject({ credit_balance: model.balance });
  const settled = model.messages.filter(({ status }) => status !== 'pending').reverse();
  const history = (await read('/api/otp/history?limit=100')) as { total: number; items: HistoryItem[] };
  expect(history.items.map(({ status, credit_used }) => [status, credit_used])).toEqual(
    settled.map(({ status, creditUsed }) => [status, creditUsed]),
  );
  expect(history.total).toBe(settled.length);
  const failed = settled.filter(({ status }) => status === 'failed').length;
  expect(await read('/api/otp/stats')).toEqual({
    total_sent: settled.length - failed,
    total_failed: failed,
    today_count: createdToday(model, run),
    total_converted: 0,
    conversion_rate: model.messages.length > 0 ? 0 : null,
  });
  compareGateway(model, run);
}

/** No other run's rows: those of a run that failed must not make its shrunk ones fail. */
export async function checkOwnBooks(run: Run): Promise<void> {
  const { database, clock } = run.service;
  const breaches = await auditLedger(database.read.dataSource, clock.now());
  const isOwn = (row: Record<string, unknown>) => row['user_id'] === run.account.userId;
  expect(breaches.filter(({ rows }) => rows.some(isOwn))).toEqual([]);
}

/** The gateway took what the model says, each once, and no send reached it twice. */
function compareGateway(model: Model, run: Run): void {
  const expected = model.messages.filter(({ takenByGateway }) => takenByGateway);
  expect(run.taken.map(({ reference }) => reference)).toEqual(expected.map(({ reference }) => reference));
  expect(run.service.gateway.requests.replayed).toBe(0);
}

function createdToday({ messages, now }: Model, run: Run): number {
  const calendar = run.service.app.get(Calendar);
  const dayAt = (seconds: number) => calendar.day(new Date(run.startedAtMs + seconds * 1000));
  return messages.filter(({ createdAt }) => dayAt(createdAt) === dayAt(now)).length;
}
