import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Send } from '../../simulator/gateway.js';
import { type Random, seededRandom } from '../../simulator/random.js';
import { CreditEntry } from '../../src/credit/credit.entities.js';
import { CallbackInbox } from '../../src/otp/index.js';
import { InboxEntry, Message, MessageReport } from '../../src/otp/message.entities.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone, sendBody } from '../support/factories.js';
import { announcedSeed } from '../support/seed.js';
import { startTestService, type TestService } from '../support/service.js';
import { tries } from '../support/tries.js';
import { reportStatus } from './report-status.js';
import { type Callback, type Reported, signedCallback, statusEvent } from './signed-callback.js';

const ADDRESS = '/api/webhook/gateway';
const ORDERS = tries(1000);
const ACCOUNTS = 25;
const AT_ONCE = 40;
const RANK = { sent: 1, failed: 2, delivered: 3 } as const;

let service: TestService;
let random: Random;
beforeAll(async () => {
  random = seededRandom(announcedSeed('random orders of callbacks'));
  service = await startTestService({ checkResponses: false, env: { LOG_LEVEL: 'warn' } });
});
afterAll(() => service.close());
afterEach(() => {
  service.gateway.script(null);
  service.clock.reset();
});
keepBooks(() => service);

interface Report {
  status: Reported;
  /** Whether the gateway names our reference, so that the callback is matched before its id is known. */
  named: boolean;
}

/** One message's callbacks in the order they are made: some while the send still waits for its answer. */
interface Order {
  phone: string;
  early: Report[];
  late: Report[];
  /** All late ones at once, or each after the other's answer: then what comes of them is known exactly. */
  parallel: boolean;
  id?: string;
  reference?: string;
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

function randomOrder(): Order {
  const reports = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    status: pick(['sent', 'failed', 'delivered'] as const),
    named: random() < 0.5,
  }));
  // Duplicates: an earlier report comes again at the end.
  if (random() < 0.4) reports.push(pick(reports));
  const cut = random() < 0.4 ? Math.floor(random() * (reports.length + 1)) : 0;
  return {
    phone: newPhone(),
    early: reports.slice(0, cut),
    late: reports.slice(cut),
    parallel: random() < 0.5,
  };
}

const secretOf = () => service.config.webhookSecrets[0] ?? '';

async function report(id: string, reference: string | undefined, { status, named }: Report): Promise<void> {
  const event = statusEvent(id, status, named ? reference : undefined);
  const callback = signedCallback(event, secretOf(), service.clock.now());
  const answer = await service.api.post(ADDRESS, undefined, callback);
  expect(answer).toAnswer(200);
  expect(answer.text).toBe('{"success":true}');
}

/** Makes the early callbacks of a send once the gateway has taken it, while its answer is held back. */
async function reportEarly({ early }: Order, send: Readonly<Send>): Promise<void> {
  const id = service.gateway.find(send.reference)?.id ?? '';
  await Promise.all(early.map((item) => report(id, send.reference, item)));
}

async function run(order: Order, { key }: Account): Promise<void> {
  const answer = await service.api.post('/api/otp/send', sendBody({ phone: order.phone }), { token: key });
  expect(answer).toAnswer(200);
  const { message_id } = answer.body.data as { message_id: string };
  order.id = message_id;
  const { reference } = order;
  if (order.parallel) await Promise.all(order.late.map((item) => report(message_id, reference, item)));
  else for (const item of order.late) await report(message_id, reference, item);
}

async function inBatches<T>(items: readonly T[], work: (item: T, index: number) => Promise<void>) {
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function finalStatus({ early, late }: Order): Reported {
  return [...early, ...late].reduce<Reported>(
    (best, { status }) => (RANK[status] > RANK[best] ? status : best),
    'sent',
  );
}

/** `undefined`: it depends on which of two simultaneous callbacks was first. */
function refundsOf(order: Order): number | undefined {
  const { early, late, parallel } = order;
  if (![...early, ...late].some(({ status }) => status === 'failed')) return 0;
  if (finalStatus(order) === 'failed') return 1;
  if (parallel || early.length > 0) return undefined;
  const statuses = late.map(({ status }) => status);
  return statuses.indexOf('failed') < statuses.indexOf('delivered') ? 1 : 0;
}

async function checkOrders(orders: Order[]): Promise<void> {
  const messages = await service.database.read.find(Message);
  const refunds = await service.database.read.findBy(CreditEntry, { kind: 'refund' });
  const byId = new Map(messages.map((message) => [message.gatewayMessageId, message]));
  for (const order of orders) {
    const message = byId.get(order.id ?? '');
    const count = refunds.filter(({ messageId }) => messageId === message?.id).length;
    const context = JSON.stringify(order);
    expect(message?.status, context).toBe(finalStatus(order));
    expect(count, context).toBeLessThanOrEqual(1);
    expect(count, context).toBe(refundsOf(order) ?? count);
    expect(message?.creditUsed, context).toBe(200 - 200 * count);
  }
}

/** What the account itself reads agrees with a recount of its messages. */
async function checkAccount({ userId, key }: Account): Promise<void> {
  const messages = await service.database.read.findBy(Message, { userId });
  const failed = messages.filter(({ status }) => status === 'failed').length;
  const spent = messages.reduce((total, { creditUsed }) => total + creditUsed, 0);
  const stats = await service.api.get('/api/otp/stats', { token: key });
  expect(stats.body.data).toMatchObject({
    total_sent: messages.length - failed,
    total_failed: failed,
  });
  const credit = await service.api.get('/api/otp/credit', { token: key });
  expect(credit.body.data).toMatchObject({ credit_balance: CREDIT - spent });
}

const CREDIT = (ORDERS / ACCOUNTS) * 200;

const tables = () =>
  Promise.all([
    service.database.read.find(Message, { order: { id: 'ASC' } }),
    service.database.read.find(CreditEntry, { order: { id: 'ASC' } }),
    service.database.read.find(InboxEntry, { order: { id: 'ASC' } }),
  ]);

describe('callbacks in any order', { timeout: 120_000 }, () => {
  it(`end at the highest status with at most one refund: ${ORDERS} random orders, early and duplicate ones, in parallel`, async () => {
    const accounts: Account[] = [];
    for (let i = 0; i < ACCOUNTS; i++) accounts.push(await createAccount(service, CREDIT));
    const orders = Array.from({ length: ORDERS }, randomOrder);
    const byPhone = new Map(orders.map((order) => [`62${order.phone.slice(1)}`, order]));
    const underWay: Promise<void>[] = [];
    service.gateway.script((send) => {
      const order = byPhone.get(send.to);
      if (order) order.reference = send.reference;
      if (!order?.early.length) return null;
      // The message is taken right after this function: then its id exists.
      underWay.push(Promise.resolve().then(() => reportEarly(order, send)));
      return { answerDelayMs: Math.floor(random() * 30) };
    });

    await inBatches(orders, (order, index) => run(order, accounts[index % ACCOUNTS] as Account));
    await Promise.all(underWay);

    expect(await service.database.read.count(InboxEntry)).toBe(0);
    expect(service.gateway.requests.accepted).toBe(ORDERS);
    await checkOrders(orders);
    for (const account of accounts) await checkAccount(account);
  });
});

describe('callbacks that waited for their message', () => {
  it('are applied in the order of the statuses, whoever applies them: the refund does not hang on chance', async () => {
    const account = await createAccount(service, 200);
    // Its answer is lost: nobody knows the id, so callbacks without our reference have to wait.
    service.gateway.script([{ dropAnswer: 'after' }]);
    await service.api.post('/api/otp/send', sendBody(), { token: account.key });
    const { id = '', reference = '' } = service.gateway.accepted.at(-1) ?? {};
    await report(id, reference, { status: 'delivered', named: false });
    await report(id, reference, { status: 'failed', named: false });
    await report(id, reference, { status: 'sent', named: true });
    await service.app.get(CallbackInbox).sweep();
    const message = await service.database.read.findOneByOrFail(Message, { userId: account.userId });
    expect(message).toMatchObject({ status: 'delivered', creditUsed: 0 });
    expect(await service.database.read.countBy(InboxEntry, { gatewayMessageId: id })).toBe(0);
  });
});

describe('where the operator refunds no failed delivery', () => {
  let strict: TestService;
  beforeAll(async () => {
    strict = await startTestService({ env: { REFUND_FAILED_DELIVERY: '0' } });
  });
  afterAll(() => strict.close());
  keepBooks(() => strict);

  const onlyMessage = ({ userId }: Account) => strict.database.read.findOneByOrFail(Message, { userId });

  it('a message that was taken and failed later costs its price', async () => {
    const account = await createAccount(strict, 200);
    const sent = await strict.api.post('/api/otp/send', sendBody(), { token: account.key });
    await reportStatus(strict, (sent.body.data as { message_id: string }).message_id, 'failed');
    expect(await onlyMessage(account)).toMatchObject({ status: 'failed', creditUsed: 200 });
  });

  it('one that the gateway refused is given back, although its failure was reported before the refusal', async () => {
    const account = await createAccount(strict, 200);
    let reported: Promise<void> | undefined;
    strict.gateway.script(({ reference }) => {
      reported = reportStatus(strict, 'none', 'failed', { reference });
      return { refuse: 400, answerDelayMs: 300 };
    });
    const refused = await strict.api.post('/api/otp/send', sendBody(), { token: account.key });
    expect(refused).toAnswer(502);
    expect(reported).toEqual(expect.any(Promise));
    await reported;
    const message = await onlyMessage(account);
    expect(message).toMatchObject({ status: 'failed', creditUsed: 0 });
    expect(await strict.database.read.findBy(MessageReport, { messageId: message.id })).toMatchObject([
      { source: 'callback', moved: true },
    ]);
    const { body } = await strict.api.get('/api/otp/credit', { token: account.key });
    expect(body.data).toMatchObject({ credit_balance: 200 });
  });
});

describe('a callback that is not authentic', () => {
  it('is refused with 401 and changes nothing: forged, replayed late, stale, from the future, altered, re-serialised, unsigned', async () => {
    const account = await createAccount(service, 400);
    const send = () => service.api.post('/api/otp/send', sendBody(), { token: account.key });
    const ids = [await send(), await send()].map(
      ({ body }) => (body.data as { message_id: string }).message_id,
    );
    const before = await tables();
    for (const id of [...ids, 'unknown-id'])
      for (const status of ['sent', 'failed', 'delivered'] as const)
        for (const [name, { raw, headers }] of forgeries(id, status)) {
          const answer = await service.api.post(ADDRESS, undefined, { raw, headers });
          expect(answer, name).toAnswer(401, 'signature_invalid');
        }
    expect(await tables()).toEqual(before);
  });

  it('was authentic once and is replayed outside the tolerance: 401 and no change', async () => {
    const account = await createAccount(service, 200);
    const sent = await service.api.post('/api/otp/send', sendBody(), { token: account.key });
    const { message_id: id } = sent.body.data as { message_id: string };
    const callback = signedCallback(statusEvent(id, 'failed'), secretOf(), service.clock.now());
    const tell = async () => (await service.api.post(ADDRESS, undefined, callback)).status;
    expect([await tell(), await tell()]).toEqual([200, 200]);
    const before = await tables();
    service.clock.advance(301);
    expect(await tell()).toBe(401);
    expect(await tables()).toEqual(before);
    await service.app.get(CallbackInbox).sweep();
    expect(await service.database.read.countBy(CreditEntry, { userId: account.userId, kind: 'refund' })).toBe(
      1,
    );
  });
});

function forgeries(id: string, status: Reported): [string, Callback][] {
  const event = statusEvent(id, status);
  const now = service.clock.now();
  const genuine = signedCallback(event, secretOf(), now);
  const { raw, headers } = genuine;
  const shifted = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
  const later = String(Number(headers['webhook-timestamp']) + 1);
  return [
    ['another secret', signedCallback(event, 'another-secret-0000000', now)],
    ['stale', signedCallback(event, secretOf(), shifted(-302))],
    ['from the future', signedCallback(event, secretOf(), shifted(302))],
    ['another status', { headers, raw: raw.replace(status, status === 'sent' ? 'failed' : 'sent') }],
    ['re-serialised with spaces', { headers, raw: JSON.stringify(event, null, 1) }],
    ['a byte more', { headers, raw: `${raw}\n` }],
    ['another id', { raw, headers: { ...headers, 'webhook-id': 'msg_another' } }],
    ['another time', { raw, headers: { ...headers, 'webhook-timestamp': later } }],
    ['no time', { raw, headers: without('webhook-timestamp') }],
    ['no signature', { raw, headers: without('webhook-signature') }],
    ['unsigned', { raw, headers: {} }],
  ];
}
