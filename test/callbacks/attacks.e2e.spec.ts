import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CreditEntry } from '../../src/credit/credit.entities.js';
import { DRIVER_NAMES } from '../../src/gateway/drivers/index.js';
import { type ProviderName, PROVIDERS } from '../../src/payments/providers/provider.js';
import { ProviderHosts } from '../../src/payments/providers/provider-http.js';
import { callBack, type FakeCallback } from '../gateway/drivers/fakes/fake.js';
import { Stand } from '../gateway/stand.js';
import { KEYS } from '../payments/documents.js';
import { FakeProviders, type FakeState } from '../payments/fake-providers.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { createAccount } from '../support/factories.js';
import { userToken } from '../support/tokens.js';

const TIMEOUT_MS = 2_000;
const AT_ONCE = 6;
const TOP_UP = 50_000;

/** What proves a callback: its bytes, a token in a header, a key in the address, or some of its members. */
const PROOFS: Readonly<Record<string, 'bytes' | 'header' | 'address' | 'members'>> = {
  http: 'bytes',
  meta: 'bytes',
  waha: 'bytes',
  gowa: 'bytes',
  evolution: 'header',
  openwa: 'bytes',
  fonnte: 'address',
  wablas: 'address',
  android_sms: 'bytes',
  http_sms: 'address',
  telegram: 'bytes',
  midtrans: 'members',
  tripay: 'bytes',
};
const COMMON = 'the common address';
const BY_GET = 'http_sms by GET';
const TARGETS: typeof PROOFS = { ...PROOFS, [COMMON]: 'bytes', [BY_GET]: 'address' };

/** An address that takes callbacks, and two callbacks about one thing: the second may come before the first. */
interface Target {
  path: string;
  call: (path: string, callback: FakeCallback) => Promise<{ status: number; text: string }>;
  first: FakeCallback;
  second: FakeCallback;
  /** All that a callback could change. */
  state: () => Promise<unknown>;
  /** After the first, and after both in any order. */
  outcomes: [unknown, unknown];
}

let test: TestApp;
let stand: Stand;
let providers: FakeProviders;
beforeAll(async () => {
  test = await startTestApp({
    checkResponses: false,
    env: {
      ...KEYS,
      REQUEST_TIMEOUT_MS: String(TIMEOUT_MS),
      PUBLIC_URL: 'https://otp.example.com',
      // Of the native fake.
      GATEWAY_WEBHOOK_SECRET: 'native-callback-secret',
      SIGNUP_CREDIT: '0',
    },
  });
  stand = await Stand.begin(test);
  providers = await FakeProviders.start(() => test.clock.now());
  Object.assign(test.app.get(ProviderHosts), { midtrans: providers.url, tripay: providers.url });
});
afterEach(() => stand.clear());
afterAll(async () => {
  await test.close();
  await providers.close();
});
keepBooks(() => test);

it('every driver and provider is attacked', () => {
  expect(Object.keys(PROOFS).sort()).toEqual([...DRIVER_NAMES, ...PROVIDERS].sort());
});

describe.each(Object.keys(TARGETS))('callbacks of %s', (name) => {
  it('that are forged, altered or too large change nothing', async () => {
    const target = await targetOf(name);
    const before = await target.state();
    for (const [about, path, callback] of forgeries(name, target))
      expect(await target.call(path, callback), about).toAnswer(401);
    const large = { headers: {}, body: ' '.repeat(test.config.CALLBACK_LIMIT_BYTES + 1) };
    if (name !== BY_GET) expect(await target.call(target.path, large)).toAnswer(413);
    expect(await target.state()).toEqual(before);
  });

  it('count once, however often, in whatever order and however late they come', async () => {
    const target = await targetOf(name);
    const { path, first, second, outcomes, call } = target;
    const all = await Promise.all(Array.from({ length: AT_ONCE }, () => call(path, first)));
    for (const answer of all) expect(answer).toAnswer(200);
    expect(await target.state()).toEqual(outcomes[0]);
    for (const callback of [second, first, second, first]) expect(await call(path, callback)).toAnswer(200);
    expect(await target.state()).toEqual(outcomes[1]);
    test.clock.advance(3600);
    for (const callback of [first, second]) expect([200, 401]).toContain((await call(path, callback)).status);
    test.clock.reset();
    expect(await target.state()).toEqual(outcomes[1]);
  });
});

it('a body that never comes ends with a 408 at every address, and others are served meanwhile', async () => {
  const targets: Target[] = [];
  for (const name of Object.keys(TARGETS)) if (name !== BY_GET) targets.push(await targetOf(name));
  const ends = targets.map(({ path, first }) => begin(path, first));
  expect(await test.api.get('/health/live')).toAnswer(200);
  for (const end of await Promise.all(ends)) expect(end).toMatch(/^HTTP\/1.1 408 /);
});

const call: Target['call'] = (path, callback) => callBack(test.url + path, callback);

/** The members of the body in the query, as `http_sms` takes them. */
async function callByGet(path: string, { body }: FakeCallback) {
  const { message } = JSON.parse(body) as { message: Record<string, string> };
  const members = Object.entries(message).map(([name, value]): [string, string] => [
    `message.${name}`,
    value,
  ]);
  const mark = path.includes('?') ? '&' : '?';
  const answer = await fetch(`${test.url}${path}${mark}${String(new URLSearchParams(members))}`);
  return { status: answer.status, text: await answer.text() };
}

async function targetOf(name: string): Promise<Target> {
  const provider = PROVIDERS.find((each) => each === name);
  if (provider) return paymentTarget(provider);
  if (name === BY_GET) return { ...(await messageTarget('http_sms')), call: callByGet };
  if (name !== COMMON) return messageTarget(name);
  const native = await messageTarget('http', { webhook_secret: null });
  return { ...native, path: native.path.replace(/\/\d+.*/, '') };
}

async function messageTarget(driver: string, rest: object = {}): Promise<Target> {
  const { bench, path } = await stand.device(driver, rest);
  const before = await stand.credit();
  const id = await stand.sent();
  const now = test.clock.now();
  const delivered = await bench.delivered(id, now);
  return {
    path,
    call,
    first: (await bench.failed?.(id, now)) ?? delivered,
    second: delivered,
    state: async () => ({ status: await stand.lastStatus(), credit: await stand.credit() }),
    // A refund stays, though the message was delivered after all.
    outcomes: bench.failed
      ? [
          { status: 'failed', credit: before },
          { status: 'delivered', credit: before },
        ]
      : [
          { status: 'delivered', credit: before - 200 },
          { status: 'delivered', credit: before - 200 },
        ],
  };
}

async function paymentTarget(provider: ProviderName): Promise<Target> {
  const { userId } = await createAccount(test, 0);
  const asUser = { token: await userToken(test, userId) };
  const top = '/api/account/top-up/requests';
  const asked = await test.api.post(top, { amount: TOP_UP, sender: 'Budi' }, asUser);
  const { id } = asked.body.data as { id: number };
  expect(await test.api.post(`${top}/${id}/payments`, { provider, method: 'qris' }, asUser)).toAnswer(201);
  const payment = [...providers.payments.values()].find(({ reference }) => !known.has(reference));
  if (!payment) throw new Error('the provider made no payment');
  known.add(payment.reference);
  payment.state = 'paid';
  const callback = (as: FakeState): FakeCallback => {
    const { headers, raw } = providers.callback(payment, as);
    return { headers, body: raw };
  };
  const credited = [{ kind: 'topup', amount: TOP_UP }];
  return {
    path: `/api/payments/${provider}`,
    call,
    first: callback('paid'),
    second: callback('expired'),
    state: async () => {
      const entries = await test.database.read.findBy(CreditEntry, { userId });
      return entries.map(({ kind, amount }) => ({ kind, amount }));
    },
    outcomes: [credited, credited],
  };
}

const known = new Set<string>();

type Forgery = [about: string, path: string, callback: FakeCallback];

function forgeries(name: string, { path, first, second }: Target): Forgery[] {
  const { headers, body } = first;
  const proof = TARGETS[name];
  if (proof === 'address')
    return [
      ['no key', path.replace(/\?.*/, ''), first],
      ['another key', path.replace(/key=.{4}/, 'key=0000'), first],
      ['the key twice', `${path}&${path.split('?')[1]}`, first],
    ];
  if (proof === 'members')
    return [
      ['no signature', path, { headers, body: body.replace(/"signature_key":"\w+"/, '"signature_key":""') }],
      ['of another callback', path, { headers, body: body.replace(/\w{128}/, wordOf(second.body)) }],
      ['another amount', path, { headers, body: body.replace(String(TOP_UP), String(TOP_UP * 2)) }],
    ];
  const altered: Forgery[] = Object.entries(headers)
    // What is signed is not in these.
    .filter(([header]) => !/^content-type$|-(?:event|algorithm)$/.test(header))
    .map(([header, value]) => [
      header,
      path,
      { body, headers: { ...headers, [header]: [...value].reverse().join('') } },
    ]);
  const unsigned: Forgery[] = [['no headers', path, { headers: {}, body }], ...altered];
  if (proof === 'header') return unsigned;
  return [
    ...unsigned,
    ['written again', path, { headers, body: JSON.stringify(JSON.parse(body), null, 3) }],
    ['a space more', path, { headers, body: `${body} ` }],
    ...(second === first
      ? []
      : [['of another callback', path, { headers: second.headers, body }] as Forgery]),
  ];
}

const wordOf = (text: string) => /\w{128}/.exec(text)?.[0] ?? '';

/** Sends the head and half of the body, and reads to the end. */
function begin(path: string, { headers, body }: FakeCallback): Promise<string> {
  const { hostname, port } = new URL(test.url);
  const all = { 'content-type': 'application/json', ...headers, 'content-length': Buffer.byteLength(body) };
  const head = [`POST ${path} HTTP/1.1`, 'host: x', ...Object.entries(all).map((pair) => pair.join(': '))];
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => (text += part));
    socket.on('close', () => resolve(text)).on('error', reject);
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, body.length / 2)}`);
  });
}
