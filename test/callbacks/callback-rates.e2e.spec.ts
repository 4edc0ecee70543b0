import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Config } from '../../src/config/index.js';
import { CallbackUrlKeys } from '../../src/gateway/callback-url-keys.js';
import type { Device } from '../../src/gateway/device.entities.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { addDevice } from '../gateway/devices.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { signedCallback, statusEvent } from './signed-callback.js';

const COMMON = '/api/webhook/gateway';
const OWN_SECRET = 'a-secret-of-its-own-01';
const WRONG = 'another-secret-0000000';
const RATE = 5;
const FAILURES = 3;
const DAY_SECONDS = 86_400;

let test: TestApp;
let tests = 0;
/** Of this test's callers, unless one says otherwise. */
let here: string;
beforeAll(async () => {
  const rates = { CALLBACK_RATE_PER_MINUTE: String(RATE), CALLBACK_FAILURES_PER_MINUTE: String(FAILURES) };
  // Answers without a text are checked here, by hand.
  test = await startTestApp({ env: { ...rates, TRUST_PROXY: '1' }, checkResponses: false });
});
beforeEach(() => {
  here = `203.0.113.${++tests}`;
});
afterEach(() => test.clock.reset());
afterAll(() => test.close());
keepBooks(() => test);

const addressOf = ({ id }: Device) => `${COMMON}/${id}`;
const keyedAddressOf = (device: Device) =>
  `${addressOf(device)}?key=${test.app.get(CallbackUrlKeys).of(device)}`;
const nativeDevice = () =>
  addDevice(test, 'http://127.0.0.1:1', 'token', {
    webhookSecretSealed: test.app.get(Sealer).seal(OWN_SECRET),
  });
const deviceOf = (driver: string) => addDevice(test, 'http://127.0.0.1:1', 'a.b', { driver });

interface Call {
  to?: string;
  secret?: string;
  from?: string;
  body?: object | string;
}

function call({ to = COMMON, secret, from = here, body = statusEvent('nobody', 'sent') }: Call = {}) {
  const common = test.config.webhookSecrets[0] ?? '';
  const { raw, headers } = signedCallback(body, secret ?? common, test.clock.now());
  return test.api.post(to, undefined, { raw, headers: { ...headers, 'x-forwarded-for': from } });
}

const ask = async (path: string) =>
  (await test.api.get(path, { headers: { 'x-forwarded-for': here } })).status;

async function statuses(count: number, options: Call = {}): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < count; i++) found.push((await call(options)).status);
  return found;
}

const times = (count: number, status: number) => Array<number>(count).fill(status);

/** Larger than any callback may be: whoever reads it answers 413. */
const huge = () => ' '.repeat(test.config.CALLBACK_LIMIT_BYTES + 1);

describe('callbacks of one caller at one address', () => {
  it('are bounded per minute, and the rest is answered 429 with Retry-After, unread', async () => {
    const device = await nativeDevice();
    expect(await statuses(RATE)).toEqual(times(RATE, 200));
    const refused = await call({ body: huge() });
    expect(refused).toAnswer(429, 'rate_limited');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    const own = { to: addressOf(device), secret: OWN_SECRET };
    expect(await statuses(RATE + 1, own)).toEqual([...times(RATE, 200), 429]);
  });

  it('are bounded for each caller by himself, a network of IPv6 being one', async () => {
    expect(await statuses(RATE + 1)).toEqual([...times(RATE, 200), 429]);
    expect(await statuses(1, { from: '198.51.100.1' })).toEqual([200]);
    expect(await statuses(RATE, { from: '2001:db8::1' })).toEqual(times(RATE, 200));
    expect(await statuses(1, { from: '2001:db8::2' })).toEqual([429]);
    expect(await statuses(1, { from: '2001:db8:0:1::1' })).toEqual([200]);
  });

  it('are answered 429 without a text where the gateway may hand it to the recipient', async () => {
    const to = keyedAddressOf(await deviceOf('wablas'));
    expect(await statuses(RATE, { to, body: {} })).toEqual(times(RATE, 200));
    const refused = await call({ to, body: {} });
    expect(refused).toAnswer(429);
    expect(refused.text).toBe('');
    expect(refused.headers.get('retry-after')).toBeTruthy();
  });
});

describe('a burst of a gateway that proves itself', () => {
  const BURST = 400;
  let open: TestApp;
  beforeAll(async () => {
    // As by default.
    const rates = { CALLBACK_RATE_PER_MINUTE: '0', CALLBACK_FAILURES_PER_MINUTE: '60' };
    open = await startTestApp({ env: rates, checkResponses: false });
  });
  afterAll(() => open.close());

  it('is taken whole, also by a process that has not heard it before', async () => {
    expect([new Config().CALLBACK_RATE_PER_MINUTE, new Config().CALLBACK_FAILURES_PER_MINUTE]).toEqual([
      0, 60,
    ]);
    const answers = await Promise.all(
      Array.from({ length: BURST }, (_, number) => {
        const event = statusEvent(`nobody-${number}`, 'sent');
        const callback = signedCallback(event, open.config.webhookSecrets[0] ?? '', open.clock.now());
        return open.api.post(COMMON, undefined, callback);
      }),
    );
    for (const answer of answers) expect(answer).toAnswer(200);
  });
});

describe('callbacks that nobody has proven', () => {
  it('are refused unread beyond their number, at that address only', async () => {
    const device = await nativeDevice();
    expect(await statuses(FAILURES, { secret: WRONG })).toEqual(times(FAILURES, 401));
    const refused = await call({ secret: WRONG, body: huge() });
    expect(refused).toAnswer(429, 'rate_limited');
    expect(refused.headers.get('retry-after')).toBeTruthy();
    expect(await statuses(1, { to: addressOf(device), secret: OWN_SECRET })).toEqual([200]);
  });

  it('are refused unread beyond their number, though all come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 4 * FAILURES }, () => call({ secret: WRONG })));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(FAILURES);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3 * FAILURES);
  });

  it.each([
    ['too large', () => ({ body: huge() }), 413],
    ['empty', () => ({ body: '' }), 401],
    ['signed by another secret', () => ({}), 401],
  ])('count when they are %s', async (_, wrong, status) => {
    const to = addressOf(await nativeDevice());
    const found = await statuses(FAILURES + 1, { to, secret: WRONG, ...wrong() });
    expect(found).toEqual([...times(FAILURES, status), 429]);
  });

  it('have one count for all devices that are not there, questions of gateways included', async () => {
    expect(await statuses(1, { to: `${COMMON}/10001` })).toEqual([404]);
    expect(await statuses(1, { to: `${COMMON}/10002` })).toEqual([404]);
    expect([await ask(`${COMMON}/10003`), await ask(`${COMMON}/10004`)]).toEqual([404, 429]);
    expect(await statuses(1, { to: `${COMMON}/10005` })).toEqual([429]);
  });

  it('count when a verify token is guessed', async () => {
    const device = await deviceOf('meta');
    const guess = (token: number) =>
      ask(`${addressOf(device)}?hub.mode=subscribe&hub.challenge=yes&hub.verify_token=${token}`);
    expect([await guess(1), await guess(2), await guess(3), await guess(4)]).toEqual([403, 403, 403, 429]);
  });
});

describe('authentic callbacks that make no sense', () => {
  it('are no stranger’s: their gateway goes on being listened to', async () => {
    expect(await statuses(FAILURES + 1, { body: { event: 1 } })).toEqual(times(FAILURES + 1, 400));
    expect(await statuses(1)).toEqual([200]);
  });
});

describe('where strangers and gateways have one address, behind a proxy that nobody named', () => {
  it('a gateway that proved itself within a day is listened to, however many wrong ones come', async () => {
    expect(await statuses(1)).toEqual([200]);
    // More than the rate: what is unproven gives its place back.
    expect(await statuses(RATE * 4, { secret: WRONG })).toEqual(times(RATE * 4, 401));
    expect(await statuses(RATE - 1)).toEqual(times(RATE - 1, 200));
  });

  it('one that was quiet for longer waits for the minute to end', async () => {
    expect(await statuses(1)).toEqual([200]);
    test.clock.advance(DAY_SECONDS);
    expect(await statuses(FAILURES + 1, { secret: WRONG })).toEqual([...times(FAILURES, 401), 429]);
    expect(await statuses(1)).toEqual([429]);
  });

  it('one whose address is its proof is listened to at once', async () => {
    const device = await deviceOf('fonnte');
    const wrong = { to: `${addressOf(device)}?key=wrong` };
    expect(await statuses(FAILURES + 1, wrong)).toEqual([...times(FAILURES, 401), 429]);
    expect(await statuses(RATE, { to: keyedAddressOf(device), body: {} })).toEqual(times(RATE, 200));
  });
});
