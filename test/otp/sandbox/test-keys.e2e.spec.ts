import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { CreditEntry } from '../../../src/credit/credit.entities.js';
import { Message, MessageReport, ScheduledStatus } from '../../../src/otp/message.entities.js';
import { Recovery } from '../../../src/otp/recovery.js';
import { type Failure, MAGIC_NUMBERS, type Scenario } from '../../../src/otp/sandbox/magic-numbers.rules.js';
import { Sandbox } from '../../../src/otp/sandbox/sandbox.js';
import { FAILURE_REASONS } from '../../../src/platform/text/failure-reason.js';
import { WebhookEvent } from '../../../src/webhook/webhook.entities.js';
import type { Answer } from '../../support/api.js';
import { keepBooks } from '../../support/app.js';
import { addWebhook, createAccount, newPhone, sendBody } from '../../support/factories.js';
import { wholeDocument } from '../../support/openapi.js';
import { startTestService, type TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';

const STEP_SECONDS = 3600;

let service: TestService;
beforeAll(async () => {
  const env = {
    TEST_STEP_SECONDS: String(STEP_SECONDS),
    RECOVERY_SECONDS: '3600',
  };
  service = await startTestService({ env });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const ofKind = <T extends 'scenario' | 'failure'>(kind: T) =>
  [...MAGIC_NUMBERS].filter(
    (entry): entry is [string, Extract<Scenario | Failure, { kind: T }>] => entry[1].kind === kind,
  );
const SCENARIOS = ofKind('scenario').map(([phone, scenario]) => ({ phone, ...scenario }));
const FAILURES = ofKind('failure').map(([phone, failure]) => ({ phone, ...failure }));
const scenarioOf = (answer: string, ...statuses: string[]) =>
  SCENARIOS.find(
    (scenario) =>
      scenario.answer.kind === answer &&
      String(scenario.steps.map(({ status }) => status)) === String(statuses),
  )?.phone ?? '';
const phoneOf = (code: string) => {
  if (code === 'gateway_error') return scenarioOf('refused');
  if (code === 'gateway_unknown') return scenarioOf('unknown', 'failed');
  return FAILURES.find((failure) => failure.code === code)?.phone ?? '';
};

const send = (token: string, body: object, headers = {}) =>
  service.api.post('/api/otp/send', body, { token, headers });

/** An account with a live and a test key. */
async function owner(credit = 1000) {
  const account = await createAccount(service, credit);
  await addWebhook(service, account.userId);
  const { key: testKey } = await service.app
    .get(ApiKeysService)
    .create(account.userId, { name: 'uji', mode: 'test' });
  return { ...account, testKey };
}

const messageOf = (userId: number) =>
  service.database.read.findOneOrFail(Message, { where: { userId }, order: { id: 'DESC' } });
const eventsOf = async (messageId: number) => {
  const events = await service.database.read.find(WebhookEvent, {
    where: { messageId },
    order: { id: 'ASC' },
  });
  return events.map(({ type, livemode, data }) => [type, livemode, (data as { status: string }).status]);
};
const step = async () => {
  service.clock.advance(STEP_SECONDS + 1);
  await service.app.get(Sandbox).sweep();
};

describe('a magic number that stands for a failure', () => {
  it.each(FAILURES)('$phone answers $code, and leaves nothing behind', async ({ phone, code, body }) => {
    const { testKey, userId } = await owner();
    const answer = await send(testKey, sendBody({ phone }));
    expect(answer.body).toMatchObject({ success: false, code, ...body });
    expect(await service.database.read.countBy(Message, { userId })).toBe(0);
  });

  it('is there for every code that the document lists for a send', async () => {
    const { paths } = await wholeDocument<{ responses: Record<string, { content?: object }> }>(service.url);
    const listed = Object.values(paths['/api/otp/send']?.['post']?.responses ?? {}).flatMap(({ content }) => {
      const { examples = {} } =
        (content as { 'application/json'?: { examples?: object } })?.['application/json'] ?? {};
      return Object.keys(examples);
    });
    // A body of its own makes `parameter_unknown`.
    const recorded = ['gateway_error', 'gateway_unknown', 'parameter_unknown'];
    expect(new Set([...FAILURES.map(({ code }) => code), ...recorded])).toEqual(new Set(listed));
  });

  it('answers with the members and headers of the real failure', async () => {
    const { testKey, ...live } = await owner();
    const poor = await createAccount(service, 0);
    const [repeated, crowded] = [sendBody(), newPhone()];
    await send(live.key, repeated);
    for (let i = 0; i < 5; i++) await send(poor.key, sendBody({ phone: crowded }));
    const capped = await startTestService({ gateway: service.gateway, env: { SEND_RATE_PER_MINUTE: '1' } });
    const limited = await createAccount(capped, 0);
    const overLimit = () => capped.api.post('/api/otp/send', sendBody(), { token: limited.key });
    await overLimit();
    service.gateway.script([{ refuse: { status: 400, error: 'no' } }, { dropAnswer: 'after' }]);
    const real: Record<string, Answer> = {
      gateway_error: await send(live.key, sendBody()),
      gateway_unknown: await send(live.key, sendBody()),
      parameter_missing: await send(live.key, sendBody({ otp_code: '' })),
      phone_invalid: await send(live.key, sendBody({ phone: '1' })),
      company_name_invalid: await send(live.key, sendBody({ company_name: 'a\u0007' })),
      company_name_too_long: await send(live.key, sendBody({ company_name: 'x'.repeat(21) })),
      otp_code_invalid: await send(live.key, sendBody({ otp_code: 'x' })),
      insufficient_credit: await send(poor.key, sendBody()),
      recipient_limited: await send(poor.key, sendBody({ phone: crowded })),
      duplicate: await send(live.key, repeated),
      idempotency_key_invalid: await send(live.key, sendBody(), { 'idempotency-key': '' }),
      rate_limited: await overLimit(),
    };
    await capped.close();
    for (const [code, expected] of Object.entries(real)) {
      const answer = await send(testKey, sendBody({ phone: phoneOf(code) }));
      expect(expected.body.code).toBe(code);
      expect([code, shapeOf(answer)]).toEqual([code, shapeOf(expected)]);
    }
    // The live message of unknown outcome is no matter of the tests below.
    service.clock.advance(60);
    await service.app.get(Recovery).sweep();
  });

  it.each([
    'api_key_missing',
    'api_key_invalid',
    'no_device',
    'overloaded',
    'unavailable',
    'idempotency_in_flight',
  ])('has the headers of %s', async (code) => {
    const { testKey } = await owner();
    const { headers } = await send(testKey, sendBody({ phone: phoneOf(code) }));
    const header = code.startsWith('api_key') ? 'www-authenticate' : 'retry-after';
    expect(headers.get(header)).toBeTruthy();
  });

  it('comes after the same validation as a live send', async () => {
    const { testKey } = await owner();
    const phone = phoneOf('no_device');
    expect((await send(testKey, { phone, company_name: 'x' })).body.code).toBe('parameter_missing');
    expect((await send(testKey, sendBody({ phone, otp_code: '1' }))).body.code).toBe('otp_code_invalid');
  });

  it.each(['internal_error', 'unavailable', 'no_device', 'gateway_error', 'gateway_unknown'])(
    'is no fault of ours: %s is not logged as one',
    async (code) => {
      const { testKey } = await owner();
      const before = service.logs.length;
      await send(testKey, sendBody({ phone: phoneOf(code) }));
      const lines = service.logs.slice(before).map((line) => JSON.parse(line) as { level: number });
      expect(lines).toContainEqual(expect.objectContaining({ code, level: 30 }));
      expect(Math.max(...lines.map(({ level }) => level))).toBe(30);
    },
  );
});

/** What a program can tell two failures apart by, their figures and texts left out. */
const shapeOf = ({ status, body, headers }: Answer) => ({
  status,
  // Further words for the caller are not played.
  members: Object.keys(body)
    .filter((name) => name !== 'detail')
    .toSorted(),
  headers: ['retry-after', 'www-authenticate', 'ratelimit', 'ratelimit-policy', 'content-type'].map((name) =>
    Boolean(headers.get(name)),
  ),
});

describe('a magic number that stands for a scenario', () => {
  const FIRST = { accepted: [200, 'sent'], refused: [502, 'failed'], unknown: [504, 'pending'] } as const;

  it.each(SCENARIOS)('$phone goes its way', async ({ phone, answer, steps }) => {
    const { testKey, userId } = await owner();
    const before = service.gateway.requests.accepted;
    const response = await send(testKey, sendBody({ phone }));
    const [expected, first] = FIRST[answer.kind];
    expect(response).toAnswer(expected);
    const scenario = first === 'pending' ? [] : [first as string];
    for (const { status: next, after } of steps) {
      if (after > 0) {
        expect((await messageOf(userId)).status).toBe(scenario.at(-1) ?? 'pending');
        await step();
      }
      scenario.push(next);
    }
    const message = await messageOf(userId);
    expect(message).toMatchObject({ status: scenario.at(-1), creditUsed: 0, livemode: false });
    if (expected === 200)
      expect(response.body.data).toMatchObject({
        message_id: message.gatewayMessageId,
        credit_used: 0,
        credit_balance: 1000,
      });
    expect(await eventsOf(message.id)).toEqual(scenario.map((each) => [`otp.${each}`, false, each]));
    expect(await service.database.read.countBy(CreditEntry, { messageId: message.id })).toBe(0);
    expect(await service.database.read.countBy(ScheduledStatus, { messageId: message.id })).toBe(0);
    expect(service.gateway.requests.accepted).toBe(before);
  });

  it('tells why a message failed, and forgets it when the message was delivered after all', async () => {
    const { testKey, userId } = await owner();
    await send(testKey, sendBody({ phone: scenarioOf('accepted', 'failed', 'delivered') }));
    const why = async () => {
      const { errorMessage, failureReason } = await messageOf(userId);
      return [errorMessage, failureReason];
    };
    await step();
    expect(await why()).toEqual(['the recipient could not be reached', 'unknown']);
    await step();
    expect(await why()).toEqual([null, null]);
  });

  it.each(FAILURE_REASONS)('fails for the reason %s, in the history and to webhooks', async (reason) => {
    const { testKey, userId } = await owner();
    await send(testKey, sendBody({ phone: `6280000000${10 + FAILURE_REASONS.indexOf(reason)}` }));
    await step();
    const history = await service.api.get('/api/otp/history', { token: testKey });
    expect(history.body.data).toMatchObject({ items: [{ status: 'failed', reason }] });
    const told = await service.database.read.findBy(WebhookEvent, { userId });
    expect(told.map(({ type, data }) => [type, (data as { reason: unknown }).reason])).toEqual([
      ['otp.sent', null],
      ['otp.failed', reason],
    ]);
  });

  it('takes each step once, however many instances look for it', async () => {
    const { testKey, userId } = await owner();
    await send(testKey, sendBody({ phone: scenarioOf('accepted', 'failed', 'delivered') }));
    service.clock.advance(2 * STEP_SECONDS + 1);
    await Promise.all(Array.from({ length: 4 }, () => service.app.get(Sandbox).sweep()));
    const { id, status } = await messageOf(userId);
    expect(status).toBe('delivered');
    const events = await eventsOf(id);
    expect(events.map(([type]) => type)).toEqual(['otp.sent', 'otp.failed', 'otp.delivered']);
    const reports = await service.database.read.findBy(MessageReport, { messageId: id });
    expect(reports.map(({ status, times }) => [status, times]).toSorted()).toEqual([
      ['delivered', 1],
      ['failed', 1],
    ]);
  });

  it('is left to its steps by the recovery, which asks no gateway about it', async () => {
    const { testKey, userId } = await owner();
    await send(testKey, sendBody({ phone: scenarioOf('unknown', 'sent', 'delivered') }));
    const before = service.gateway.requests.lookups;
    service.clock.advance(60);
    await service.app.get(Recovery).sweep();
    expect((await messageOf(userId)).status).toBe('pending');
    await step();
    expect(await messageOf(userId)).toMatchObject({ status: 'sent', gatewayMessageId: expect.any(String) });
    expect(service.gateway.requests.lookups).toBe(before);
  });

  it('fails without a gateway being asked when its sender died before it had planned the rest', async () => {
    const { testKey, userId } = await owner();
    await send(testKey, sendBody({ phone: scenarioOf('unknown', 'failed') }));
    const { id } = await messageOf(userId);
    await service.database.tx((tx) => tx.delete(ScheduledStatus, { messageId: id }));
    service.clock.advance(60);
    await service.app.get(Recovery).sweep();
    expect(await messageOf(userId)).toMatchObject({ status: 'failed', creditUsed: 0 });
  });

  it('keeps its answer under an Idempotency-Key like a real one', async () => {
    const { testKey } = await owner();
    for (const phone of [scenarioOf('refused'), scenarioOf('unknown', 'failed'), scenarioOf('accepted')]) {
      const [body, headers] = [sendBody({ phone }), { 'idempotency-key': `uji-${newPhone()}` }];
      const first = await send(testKey, body, headers);
      const again = await send(testKey, body, headers);
      expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    }
  });

  it('may be used as often as one likes: it meets no limit of the recipient and no duplicate', async () => {
    const { testKey } = await owner();
    const body = sendBody({ phone: scenarioOf('accepted') });
    for (let i = 0; i < 8; i++) expect(await send(testKey, body)).toAnswer(200);
  });

  it('can be checked like a live one', async () => {
    const { testKey } = await owner();
    const { phone, otp_code } = sendBody({ phone: scenarioOf('accepted', 'delivered') });
    await send(testKey, { phone, otp_code, company_name: 'Toko' });
    await send(testKey, { phone, otp_code, company_name: 'Toko' });
    const check = () => service.api.post('/api/otp/check', { phone, otp_code }, { token: testKey });
    expect((await check()).body.data).toEqual({ valid: true });
    expect((await check()).body.data).toEqual({ valid: false });
  });
});

describe('a test key', () => {
  it('delivers at once to any other number, within the limits and windows of a live one', async () => {
    const { testKey, userId } = await owner();
    const body = sendBody();
    expect((await send(testKey, body)).body.data).toMatchObject({ credit_used: 0 });
    const { id, status } = await messageOf(userId);
    expect(status).toBe('delivered');
    expect((await eventsOf(id)).map(([type]) => type)).toEqual(['otp.sent', 'otp.delivered']);
    expect((await send(testKey, body)).body).toMatchObject({ code: 'duplicate', status: 'delivered' });
    for (let i = 0; i < 3; i++) await send(testKey, sendBody({ phone: body['phone'] }));
    expect((await send(testKey, body)).body.code).toBe('recipient_limited');
  });

  it('knows a magic number however it is written', async () => {
    const { testKey } = await owner();
    const canonical = phoneOf('no_device');
    for (const phone of [
      canonical,
      `0${canonical.slice(2)}`,
      `+62 ${canonical.slice(2, 5)}-${canonical.slice(5)}`,
    ])
      expect((await send(testKey, sendBody({ phone }))).body.code).toBe('no_device');
  });

  it('needs no credit and no device', async () => {
    const bare = await startTestService({ env: { GATEWAY_URL: '', GATEWAY_TOKEN: '' } });
    const { userId } = await createAccount(bare, 0);
    const { key } = await bare.app.get(ApiKeysService).create(userId, { name: 'uji', mode: 'test' });
    const answer = await bare.api.post('/api/otp/send', sendBody(), { token: key });
    await bare.close();
    expect(answer.body.data).toMatchObject({ credit_used: 0, credit_balance: 0 });
  });

  it('has a history and statistics of its own', async () => {
    const { key, testKey, userId } = await owner();
    await send(key, sendBody());
    await send(testKey, sendBody({ phone: scenarioOf('refused') }));
    await send(testKey, sendBody());
    const stats = async (token: string) => (await service.api.get('/api/otp/stats', { token })).body.data;
    expect(await stats(key)).toMatchObject({ total_sent: 1, total_failed: 0, today_count: 1 });
    expect(await stats(testKey)).toMatchObject({ total_sent: 1, total_failed: 1, today_count: 2 });
    const history = await service.api.get('/api/otp/history', { token: testKey });
    expect(history.body.data).toMatchObject({
      total: 2,
      items: [{ status: 'delivered' }, { status: 'failed' }],
    });
    const token = await userToken(service, userId);
    const account = await service.api.get('/api/account/stats?mode=test', { token });
    expect(account.body.data).toMatchObject({ total_sent: 1, total_failed: 1 });
  });
});

it('a live key’s send to a magic number is an ordinary send', async () => {
  const { key } = await owner();
  const before = service.gateway.requests.accepted;
  const answer = await send(key, sendBody({ phone: phoneOf('insufficient_credit') }));
  expect(answer.body.data).toMatchObject({ credit_used: 200 });
  expect(service.gateway.requests.accepted).toBe(before + 1);
});
