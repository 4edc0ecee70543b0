import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../simulator/random.js';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { withDatabase } from './database-rows.js';
import { FAILPOINTS } from './failpoints.js';
import { ServiceProcess } from './service-process.js';
import { openStage, type Stage } from './stage.js';

const DIED_MS = 30_000;
/** Two starts for each failpoint. */
const TIMEOUT_MS = 300_000;
const named = (room: string) => FAILPOINTS.filter((name) => name.startsWith(`${room}.`));

let stage: Stage;
let service: ServiceProcess | undefined;
let admin: string;
beforeAll(async () => {
  stage = await openStage(seededRandom(1));
  await boot();
});
afterAll(async () => {
  await service?.kill();
  await stage?.close();
});

async function boot(failpoint?: string): Promise<void> {
  await service?.kill();
  service = new ServiceProcess({
    ...stage.env,
    SIGNUP_CREDIT: '0',
    ...(failpoint && { FAILPOINT: failpoint }),
  });
  if (!(await service.ready(stage.url))) throw new Error(`The service did not start:\n${service.log}`);
  const { data } = await ask<{ token: string }>('/api/auth/login', {
    ...{ username: 'admin', password: 'admin-password' },
  });
  admin = data.token;
}

async function ask<Data>(path: string, body: object) {
  const response = await fetch(`${stage.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(admin && { authorization: `Bearer ${admin}` }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, data: ((await response.json()) as { data: Data }).data };
}

const read = <Row extends object>(sql: string) =>
  withDatabase(stage.databaseUrl, (source) => source.query<Row[]>(sql));

/** An account with credit, by its id. */
async function account(name: string): Promise<number> {
  const person = {
    username: name,
    email: `${name}@example.test`,
    name: 'Akun Uji',
    password: 'kata-sandi-uji',
  };
  const registered = await ask<{ user: { id: number } }>('/api/auth/register', person);
  expect(registered).toMatchObject({ status: 201 });
  const { id } = registered.data.user;
  expect(await move(id, 1000)).toMatchObject({ status: 200 });
  return id;
}

const move = (id: number, amount: number) => ask(`/api/admin/users/${id}/credit`, { amount, note: 'uji' });
const close = (id: number) => ask(`/api/admin/users/${id}/close`, {});

const amountsOf = async (id: number) =>
  (
    await read<{ amount: number | string }>(
      `SELECT amount FROM credit_entries WHERE user_id = ${id} ORDER BY id`,
    )
  ).map(({ amount }) => Number(amount));

const usernameOf = async (id: number) =>
  (await read<{ username: string }>(`SELECT username FROM users WHERE id = ${id}`))[0]?.username;

async function keepBooks(): Promise<void> {
  await expect
    .poll(() => withDatabase(stage.databaseUrl, (source) => auditLedger(source, new Date())))
    .toEqual([]);
}

it(
  'kill -9 while an account is closed leaves it open or closed, settled once',
  { timeout: TIMEOUT_MS },
  async () => {
    expect(named('closing').length).toBeGreaterThan(2);
    for (const [nth, failpoint] of named('closing').entries()) {
      await boot(failpoint);
      const id = await account(`tutup-${nth}`);
      await close(id).catch(() => undefined);
      expect(await service?.died(DIED_MS), failpoint).toBe(true);
      await keepBooks();
      await boot();
      expect([200, 409], failpoint).toContain((await close(id)).status);
      expect(await amountsOf(id), failpoint).toEqual([1000, -1000]);
      await keepBooks();
    }
  },
);

it(
  'kill -9 in an erasure is continued, and settles what came late once',
  { timeout: TIMEOUT_MS },
  async () => {
    expect(named('erasure').length).toBeGreaterThan(5);
    for (const [nth, failpoint] of named('erasure').entries()) {
      const id = await account(`hapus-${nth}`);
      expect(await close(id)).toMatchObject({ status: 200 });
      expect(await move(id, 300)).toMatchObject({ status: 200 });
      await withDatabase(
        stage.databaseUrl,
        (source) =>
          source.query(`UPDATE account_closures SET erase_at = '2026-01-01 00:00:00' WHERE user_id = ${id}`),
        false,
      );
      await boot(failpoint).catch(() => undefined);
      expect(await service?.died(DIED_MS), failpoint).toBe(true);
      await keepBooks();
      await boot();
      await expect.poll(() => usernameOf(id), { timeout: DIED_MS, message: failpoint }).toBe(`erased:${id}`);
      expect(await amountsOf(id), failpoint).toEqual([1000, -1000, 300, -300]);
      await keepBooks();
    }
  },
);
