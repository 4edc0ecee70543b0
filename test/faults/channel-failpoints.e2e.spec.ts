import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/gateway.js';
import { seededRandom } from '../../simulator/random.js';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { openAccounts } from './accounts.js';
import { withDatabase } from './database-rows.js';
import { FAILPOINTS } from './failpoints.js';
import { ServiceProcess } from './service-process.js';
import { openStage, SECRETS, type Stage } from './stage.js';
import type { Account } from './traffic.js';

const DIED_MS = 20_000;
const RECOVERED_MS = 30_000;
const POLL_MS = 50;
const named = (room: string) => FAILPOINTS.filter((name) => name.startsWith(`${room}.`));
const CHANNEL_FAILPOINTS = named('channel');
/** Ends a wait whose code is refused. */
const REFUSED = 'fallback.ended';
const FALLBACK_FAILPOINTS = [
  ...['verification.attach', 'verification.attached'],
  ...named('fallback').filter((name) => name !== REFUSED),
  REFUSED,
];
const PAST = '2026-01-01 00:00:00.000';

let stage: Stage;
let sms: Simulator;
let service: ServiceProcess;
let account: Account;
let credit: number;

beforeAll(async () => {
  stage = await openStage(seededRandom(1));
  sms = await startSimulator();
  Object.assign(stage.env, { PRICE_SMS: '350', UNKNOWN_TTL_SECONDS: '3' });
  stage.gateway.script(() => ({
    refuse: { status: 400, error: 'number is not on WhatsApp' },
    reason: 'not_on_whatsapp',
  }));
  await boot();
  const { adminToken, accounts } = await openAccounts(stage.url, SECRETS.ADMIN_PASSWORD);
  account = accounts[0] as Account;
  const added = await ask('/api/admin/devices', adminToken, smsDevice());
  expect(added).toAnswer(201);
  credit = (await settled()).balance;
});
afterAll(async () => {
  await service?.kill();
  await sms?.close();
  await stage?.close();
});

/** The simulator as a gateway of `http_sms`. */
const smsDevice = () => ({
  name: 'sms',
  driver: 'http_sms',
  base_url: sms.url,
  token: sms.token,
  state: 'active',
  settings: {
    request: {
      path: '/messages',
      headers: { authorization: 'Bearer {{token}}', 'idempotency-key': '{{reference}}' },
      json: { to: '{{phone}}', text: '{{text}}', reference: '{{reference}}' },
    },
    response: { id: 'id', accepted: { status: [200, 201, 202] }, refused: { status: 400 } },
  },
});

async function boot(failpoint?: string): Promise<void> {
  await service?.kill();
  service = new ServiceProcess({
    ...stage.env,
    ...(failpoint && { FAILPOINT: failpoint, FAILPOINT_HOLD: '1' }),
  });
  if (!(await service.ready(stage.url))) throw new Error(`The service did not start:\n${service.log}`);
}

async function ask(path: string, token: string, body: object, key?: string) {
  const headers = {
    ...{ 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(key && { 'idempotency-key': key }),
  };
  const response = await fetch(`${stage.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const send = (nth: number) =>
  ask(
    '/api/otp/send',
    account.key,
    {
      phone: `0812345678${String(nth).padStart(2, '0')}`,
      ...{ otp_code: '482913', company_name: 'Toko Uji', channels: ['whatsapp', 'sms'] },
    },
    `channel-${nth}`,
  );

const verify = (nth: number) =>
  ask('/api/otp/verifications', account.key, {
    ...{ phone: `0812345679${String(nth).padStart(2, '0')}`, company_name: 'Toko Uji' },
    ...{ channels: ['whatsapp', 'sms'], fallback_after_seconds: 120 },
  });

const write = (sql: string) => withDatabase(stage.databaseUrl, (source) => source.query(sql), false);

/** Ends every wait, and every lease of a process that died. */
const endWaits = () => write(`UPDATE verification_fallbacks SET due_at = '${PAST}' WHERE due_at IS NOT NULL`);

/** Resolves once no wait is left, and so no phone. */
async function fallenBack(): Promise<void> {
  const left = () =>
    withDatabase(stage.databaseUrl, (source) =>
      source.query<object[]>('SELECT id FROM verification_fallbacks WHERE phone IS NOT NULL'),
    );
  await expect.poll(left, { timeout: RECOVERED_MS }).toEqual([]);
}

/** The messages, the balance and the findings of the ledger audit, once nothing is pending. */
async function settled() {
  const deadlineMs = performance.now() + RECOVERED_MS;
  return withDatabase(stage.databaseUrl, async (source) => {
    const read = <Row>(sql: string) => source.query<Row[]>(sql);
    while ((await read("SELECT id FROM messages WHERE status = 'pending'")).length > 0) {
      if (performance.now() > deadlineMs) throw new Error('a message stayed pending');
      await sleep(POLL_MS);
    }
    const [balance] = await read<{ balance: number }>(
      `SELECT balance FROM credit_balances WHERE user_id = ${account.userId}`,
    );
    return {
      used: await read<{ used: number }>('SELECT credit_used AS used FROM messages'),
      balance: Number(balance?.balance),
      breaches: await auditLedger(source, new Date()),
    };
  });
}

it(
  'kill -9 around the move to the next channel sends nothing twice, and refunds what was charged',
  { timeout: 180_000 },
  async () => {
    expect(CHANNEL_FAILPOINTS.length).toBeGreaterThan(0);
    for (const [nth, failpoint] of CHANNEL_FAILPOINTS.entries()) {
      await boot(failpoint);
      service.arm();
      const lost = send(nth).catch(() => undefined);
      expect(await service.died(DIED_MS), failpoint).toBe(true);
      await lost;
      await boot();
      const { used, balance, breaches } = await settled();
      expect(breaches, failpoint).toEqual([]);
      expect(
        used.map((row) => Number(row.used)),
        failpoint,
      ).toEqual(Array(nth + 1).fill(0));
      expect(balance, failpoint).toBe(credit);
      expect(sms.requests.sends).toBe(0);
      // The key has the outcome, and sends nothing again.
      await expect
        .poll(async () => (await send(nth)).status, { timeout: RECOVERED_MS })
        .toBeGreaterThanOrEqual(502);
    }
    const last = await send(99);
    expect(last).toAnswer(200);
    expect(JSON.parse(last.text)).toMatchObject({ data: { channel: 'sms', credit_used: 350 } });
    expect((await settled()).breaches).toEqual([]);
  },
);

it(
  'kill -9 around a fallback by time sends one new code at most, and loses no wait before it',
  { timeout: 180_000 },
  async () => {
    stage.gateway.script(() => ({ timeline: 'none' }));
    expect(named('fallback')).toContain(REFUSED);
    let { balance } = await settled();
    for (const [nth, failpoint] of FALLBACK_FAILPOINTS.entries()) {
      expect(await verify(nth), failpoint).toAnswer(201);
      const before = sms.requests.sends;
      await service.kill();
      await endWaits();
      if (failpoint === REFUSED) await write("UPDATE devices SET state = 'draining' WHERE name = 'sms'");
      await boot(failpoint);
      service.arm();
      expect(await service.died(DIED_MS), failpoint).toBe(true);
      await endWaits();
      await boot();
      await fallenBack();
      const after = await settled();
      expect(after.breaches, failpoint).toEqual([]);
      const sent = sms.requests.sends - before;
      // Once the code is stored, its message is like any other whose sender died: refunded, and never sent again.
      expect(sent, failpoint).toBe(['verification.attached', REFUSED].includes(failpoint) ? 0 : 1);
      expect(after.balance, failpoint).toBe(balance - 200 - 350 * sent);
      ({ balance } = after);
    }
  },
);
