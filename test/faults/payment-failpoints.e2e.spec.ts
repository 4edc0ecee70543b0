import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '../../simulator/random.js';
import { auditLedger } from '../../src/operations/books/audit-ledger.js';
import { KEYS } from '../payments/documents.js';
import { type FakePayment, FakeProviders } from '../payments/fake-providers.js';
import { withDatabase } from './database-rows.js';
import { FAILPOINTS } from './failpoints.js';
import { ServiceProcess } from './service-process.js';
import { openStage, type Stage } from './stage.js';

const DIED_MS = 20_000;
const AMOUNT = 50_000;
/** The failpoints of the credit are reached on the way. */
const PAYMENT_FAILPOINTS = FAILPOINTS.filter((name) => /^(?:payment|credit)\./.test(name));

let stage: Stage;
let fake: FakeProviders;
let service: ServiceProcess;
let token: string;
beforeAll(async () => {
  stage = await openStage(seededRandom(1));
  fake = await FakeProviders.start(() => new Date());
  Object.assign(stage.env, KEYS, { PROVIDERS_AT: fake.url });
  await boot();
  const registered = await ask<{ token: string }>('/api/auth/register', {
    ...{ username: 'pembayar', email: 'pembayar@example.test', name: 'Akun Uji', password: 'kata-sandi-uji' },
  });
  ({ token } = registered.data);
});
afterAll(async () => {
  await service?.kill();
  await fake?.close();
  await stage?.close();
});

async function boot(failpoint?: string): Promise<void> {
  await service?.kill();
  service = new ServiceProcess({
    ...stage.env,
    ...(failpoint && { FAILPOINT: failpoint, FAILPOINT_HOLD: '1' }),
  });
  if (!(await service.ready(stage.url))) throw new Error(`The service did not start:\n${service.log}`);
}

async function ask<Data>(path: string, body: object | string, headers: Record<string, string> = {}) {
  const response = await fetch(`${stage.url}${path}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', ...headers },
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, data: (JSON.parse(text) as { data: Data }).data };
}

/** A payment that its provider calls paid. */
async function paid(): Promise<FakePayment> {
  const { data } = await ask<{ id: number }>('/api/account/top-up/requests', {
    amount: AMOUNT,
    sender: 'Budi',
  });
  const body = { provider: 'tripay', method: 'qris' };
  expect(await ask(`/api/account/top-up/requests/${data.id}/payments`, body)).toMatchObject({ status: 201 });
  const payment = [...fake.payments.values()].at(-1);
  if (!payment) throw new Error('no payment was made');
  payment.state = 'paid';
  return payment;
}

const call = (payment: FakePayment) => {
  const { headers, raw } = fake.callback(payment);
  return ask('/api/payments/tripay', raw, headers);
};

const ledger = () =>
  withDatabase(stage.databaseUrl, async (source) => {
    const [row] = await source.query<{ lines: number }[]>(
      `SELECT COUNT(*) AS \`lines\` FROM credit_entries WHERE kind = 'topup' AND amount = ${AMOUNT}`,
    );
    return { lines: Number(row?.lines), breaches: await auditLedger(source, new Date()) };
  });

it(
  'kill -9 around the credit of a payment loses nothing and credits nothing twice',
  { timeout: 180_000 },
  async () => {
    expect(PAYMENT_FAILPOINTS.length).toBeGreaterThan(5);
    for (const [nth, failpoint] of PAYMENT_FAILPOINTS.entries()) {
      const payment = await paid();
      await boot(failpoint);
      service.arm();
      const lost = call(payment).catch(() => undefined);
      expect(await service.died(DIED_MS), failpoint).toBe(true);
      await lost;
      await boot();
      // The provider calls again, twice.
      for (let times = 0; times < 2; times++)
        expect(await call(payment), failpoint).toMatchObject({ status: 200 });
      expect(await ledger(), failpoint).toEqual({ lines: nth + 1, breaches: [] });
    }
  },
);
