import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DRIVER_NAMES } from '../../../src/gateway/drivers/index.js';
import { CallbackInbox } from '../../../src/otp/index.js';
import { InboxEntry, Message, MessageAttempt, MessageReport } from '../../../src/otp/message.entities.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { newPhone } from '../../support/factories.js';
import { Stand } from '../stand.js';
import { fakeGateway, json } from '../support.js';
import { BENCHES } from './fakes/benches.js';
import { update } from './fakes/evolution.js';
import { META, signedBy } from './fakes/meta.js';

const TAKEN = '{"success":true}';

let test: TestApp;
let stand: Stand;
beforeAll(async () => {
  test = await startTestApp({ env: { PUBLIC_URL: 'https://otp.example.com' } });
  stand = await Stand.begin(test);
});
afterEach(() => stand.clear());
afterAll(() => test.close());
keepBooks(() => test);

it('every driver has a fake', () => {
  expect(Object.keys(BENCHES).sort()).toEqual([...DRIVER_NAMES].sort());
});

describe.each(DRIVER_NAMES)('a message through %s', (driver) => {
  const answer = driver === 'wablas' ? '' : TAKEN;

  it('is delivered when its gateway says so, however often', async () => {
    const { bench, call } = await stand.device(driver);
    const id = await stand.sent();
    expect(await stand.lastStatus()).toBe('sent');
    const callback = await bench.delivered(id, test.clock.now());
    expect(await call(callback)).toEqual({ status: 200, text: answer });
    expect(await stand.lastStatus()).toBe('delivered');
    expect(await call(callback)).toEqual({ status: 200, text: answer });
    expect(await stand.lastStatus()).toBe('delivered');
  });

  it('is delivered when the report comes before the answer to the send', async () => {
    const { bench, call } = await stand.device(driver);
    if (!bench.beforeAnswer) return;
    bench.beforeAnswer(async (id) => call(await bench.delivered(id, test.clock.now())));
    await stand.sent();
    expect(await stand.lastStatus()).toBe('delivered');
  });

  it('is failed when its gateway says so, and is paid back', async () => {
    const { bench, call } = await stand.device(driver);
    const before = await stand.credit();
    if (bench.failed) {
      const id = await stand.sent();
      const callback = await bench.failed(id, test.clock.now());
      expect(await call(callback)).toEqual({ status: 200, text: answer });
    } else {
      bench.refuse();
      expect(await stand.send()).toAnswer(502);
    }
    expect(await stand.lastStatus()).toBe('failed');
    expect(await stand.credit()).toBe(before);
  });

  it('is failed when its gateway refuses it, and is paid back', async () => {
    const { bench } = await stand.device(driver);
    const before = await stand.credit();
    bench.refuse();
    expect(await stand.send()).toAnswer(502);
    expect(await stand.lastStatus()).toBe('failed');
    expect(await stand.credit()).toBe(before);
  });

  it('stays sent, and paid, while nothing is ever heard of it', async () => {
    await stand.device(driver);
    const before = await stand.credit();
    await stand.sent();
    test.clock.advance(3 * 86_400);
    await test.app.get(CallbackInbox).sweep();
    expect(await stand.lastStatus()).toBe('sent');
    expect(await stand.credit()).toBe(before - 200);
  });

  it('stays as it is for whoever cannot prove to be the gateway', async () => {
    const { bench, call } = await stand.device(driver);
    const id = await stand.sent();
    const callback = await bench.delivered(id, test.clock.now());
    const isSigned = bench.secret !== undefined;
    const forged = isSigned ? { ...callback, headers: {} } : callback;
    const answer = await call(forged, (own) => (isSigned ? own : own.replace(/key=.{4}/, 'key=0000')));
    expect(answer).toAnswer(401);
    expect(await stand.lastStatus()).toBe('sent');
  });
});

describe.each(DRIVER_NAMES)('a gateway behind %s that repeats what it was told', (driver) => {
  // Telegram takes eight digits at most.
  const CODE = '48291073';

  it('leaves no code, phone or token in what is answered, logged and kept', async () => {
    const phone = newPhone();
    const echo = await fakeGateway((response, { headers, body }) => {
      const words = [CODE, phone, headers.authorization, decodeURIComponent(body)].join(' ');
      const error = driver === 'meta' ? { code: 100, message: words } : words;
      const told = { status: false, reason: words, message: words, exception: { message: words } };
      json(500, { ...told, error, response: { message: [words] } })(response);
    });
    const { bench, id } = await stand.device(driver, { base_url: echo.url });
    await stand.link(id);
    const logged = test.logs.length;
    const answer = await stand.send({ phone, otp_code: CODE });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    await stand.ask(id);
    const kept = await Promise.all([
      test.database.read.findBy(MessageAttempt, { deviceId: id }),
      test.database.read.findBy(Message, { deviceId: id }),
      stand.view(id),
    ]);
    expect(kept[0].length + kept[1].filter(({ attemptMs }) => attemptMs !== null).length).toBe(1);
    const all = [answer.text, JSON.stringify(kept), ...test.logs.slice(logged)].join('\n');
    for (const secret of [CODE, phone.slice(1), bench.token]) expect(all).not.toContain(secret);
  });
});

describe('a callback that carries the device’s own token', () => {
  /** All that is answered, logged and kept of it. */
  const leftOf = async (id: number, work: () => Promise<{ text: string }[]>) => {
    const logged = test.logs.length;
    const answers = await work();
    const kept = await Promise.all([
      stand.view(id),
      test.database.read.find(InboxEntry),
      test.database.read.findBy(Message, { deviceId: id }),
      test.database.read.find(MessageReport),
    ]);
    return [...answers.map(({ text }) => text), JSON.stringify(kept), ...test.logs.slice(logged)].join('\n');
  };

  it('leaves none of it, as Fonnte writes it when its phone disconnects, or in whatever else it says', async () => {
    const { bench, id, call } = await stand.device('fonnte');
    const messageId = await stand.sent();
    const { token } = bench;
    const said = { token, timestamp: 1767225605, device: '6281100000001' };
    const callbacks = [
      { ...said, status: 'disconnect', reason: `logged out: ${token}` },
      { ...said, status: token, reason: token },
      { ...said, id: messageId, status: 'failed', state: token },
      { ...said, id: [token] },
    ].map((body) => ({ headers: {}, body: JSON.stringify(body) }));
    const broken = { headers: {}, body: `{"token":"${token}","status":${token}` };
    const form = {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, status: 'disconnect' }).toString(),
    };
    const left = await leftOf(id, async () => [
      ...(await Promise.all([...callbacks, broken, form].map((callback) => call(callback)))),
      await call(callbacks[0] ?? broken, (own) => own.replace(/key=.{4}/, 'key=0000')),
    ]);
    expect(left).toContain('logged out: ****');
    expect(left).not.toContain(token);
  });

  it('leaves none of it, as Evolution writes it into each event', async () => {
    const { bench, id, call } = await stand.device('evolution');
    const messageId = await stand.sent();
    const now = test.clock.now();
    const event = await update(messageId, 'ERROR', now, {}, { apikey: bench.token });
    const left = await leftOf(id, async () => [
      await call(event),
      await call({ ...event, body: event.body.slice(0, -1) }),
      await call({ ...event, headers: {} }),
    ]);
    expect(await stand.lastStatus()).toBe('failed');
    expect(left).not.toContain(bench.token);
  });
});

describe('a proof of a callback', () => {
  it.each(['http', 'meta', 'waha', 'gowa', 'openwa'])(
    'of %s covers its bytes, not what they say',
    async (driver) => {
      const { bench, call } = await stand.device(driver);
      const callback = await bench.delivered(await stand.sent(), test.clock.now());
      const anew = JSON.stringify(JSON.parse(callback.body), null, 1);
      expect(await call({ ...callback, body: anew })).toAnswer(401);
      expect(await stand.lastStatus()).toBe('sent');
      expect(await call(callback)).toAnswer(200);
    },
  );

  it('covers what the sender wrote in escapes', async () => {
    const { bench, call } = await stand.device('meta');
    const { body } = await bench.delivered(await stand.sent(), test.clock.now());
    const escaped = body.replace('{', String.raw`{"note":"Rp\u00a01.000 \u2013 \/",`);
    expect(await call(signedBy(META.secret, escaped))).toAnswer(200);
    expect(await stand.lastStatus()).toBe('delivered');
  });

  it('of Evolution, a token, outlives its end by half an hour for the sake of retries, and no more', async () => {
    const { bench, call } = await stand.device('evolution');
    const id = await stand.sent();
    const issued = (minutesAgo: number) => new Date(test.clock.now().getTime() - minutesAgo * 60_000);
    expect(await call(await bench.delivered(id, issued(41)))).toAnswer(401);
    expect(await stand.lastStatus()).toBe('sent');
    expect(await call(await bench.delivered(id, issued(39)))).toAnswer(200);
    expect(await stand.lastStatus()).toBe('delivered');
  });
});

describe('a gateway that hands our words to the recipient', () => {
  it('gets none, whatever is wrong with its callback', async () => {
    const { call } = await stand.device('wablas');
    const broken = { headers: {}, body: '{' };
    expect(await call(broken)).toEqual({ status: 400, text: '' });
    expect(await call(broken, (own) => own.split('?')[0] ?? '')).toEqual({ status: 401, text: '' });
    const encoded = { headers: { 'content-type': 'text/plain' }, body: 'x' };
    expect(await call(encoded)).toEqual({ status: 415, text: '' });
  });
});
