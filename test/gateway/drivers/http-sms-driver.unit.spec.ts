import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  faultInSettings,
  storedSettings,
  wrongSettings,
} from '../../../src/gateway/device-settings.rules.js';
import type { GatewayDriver } from '../../../src/gateway/driver.js';
import { driverNamed } from '../../../src/gateway/drivers/index.js';
import { effectOnDevice } from '../../../src/gateway/pool/send-failures.rules.js';
import { Secret } from '../../../src/platform/text/secret.js';
import { deviceAt, fakeGateway, json, message, within } from '../support.js';
import { deliveryOf, formIn, jsonIn } from './fakes/fake.js';
import { HTTP_SMS, report } from './fakes/http-sms.js';
import { SMS_PROVIDERS } from './fakes/sms-providers.js';

const driver = driverNamed('http_sms') as GatewayDriver;
const { info } = driver;
const settingsWith = (settings: object) => ({ ...HTTP_SMS.settings, ...settings });
const at = (url: string, settings: object = HTTP_SMS.settings, token: string = HTTP_SMS.token) =>
  deviceAt(url, token, storedSettings(settings as Parameters<typeof storedSettings>[0]));
const REQUEST = HTTP_SMS.settings.request;

describe('the settings of an SMS gateway', () => {
  it('are right in every recipe, and in the example of the catalogue', () => {
    for (const name of Object.keys(SMS_PROVIDERS)) {
      const file = new URL(`../../../examples/sms/${name}.json`, import.meta.url);
      const { settings } = JSON.parse(readFileSync(file, 'utf8')) as { settings: Record<string, object> };
      expect([name, faultInSettings(info, settings as never)]).toEqual([name, undefined]);
      expect(wrongSettings(info, settings as never)).toEqual([]);
    }
    for (const { example, faultOf } of info.settings) expect(faultOf?.(example)).toBeUndefined();
  });

  it.each([
    ['request', [], 'request'],
    ['request', { ...REQUEST, path: 'send' }, 'request.path'],
    ['request', { ...REQUEST, path: '/../admin' }, 'request.path'],
    ['request', { ...REQUEST, path: '/send?to={{phone}}' }, 'request.path'],
    ['request', { ...REQUEST, path: '/{{nomor}}' }, 'request.path'],
    ['request', { ...REQUEST, method: 'PUT' }, 'request.method'],
    ['request', { ...REQUEST, url: 'http://elsewhere' }, 'request.url'],
    ['request', { ...REQUEST, method: 'GET' }, 'request.json'],
    ['request', { ...REQUEST, form: { to: '{{phone}}' } }, 'request.json'],
    ['request', { ...REQUEST, headers: { Host: 'x' } }, 'request.headers.Host'],
    ['request', { ...REQUEST, headers: { 'x-text': '{{text}}' } }, 'request.headers.x-text'],
    ['request', { ...REQUEST, headers: { 'x-line': 'a\nb' } }, 'request.headers.x-line'],
    ['request', { ...REQUEST, headers: { 'X-Api-Key': 'k-0123456789' } }, 'request.headers.X-Api-Key'],
    [
      'request',
      { ...REQUEST, headers: { authorization: 'Basic dXNlcjpwYXNz' } },
      'request.headers.authorization',
    ],
    [
      'request',
      { ...REQUEST, json: { to: '{{phone}}', text: '{{text}}', auth: { password: 'x' } } },
      'request.json.auth.password',
    ],
    ['request', { ...REQUEST, json: { to: '{{phone}}', text: '{{ text }}' } }, 'request.json.text'],
    ['request', { ...REQUEST, json: { to: ['{{phone}'], text: '{{text}}' } }, 'request.json.to.0'],
    ['request', { ...REQUEST, json: { text: '{{text}}' } }, 'request'],
    ['request', { path: '/', query: { passkey: 'secret' } }, 'request.query.passkey'],
    ['response', {}, 'response.accepted'],
    ['response', { accepted: {} }, 'response.accepted'],
    ['response', { accepted: [{ status: 200 }, { status: 2000 }] }, 'response.accepted.1.status'],
    ['response', { accepted: { status: 200 }, refused: { json: { ok: null } } }, 'response.refused.json.ok'],
    ['response', { accepted: { code: 200 } }, 'response.accepted.code'],
    ['response', { accepted: { status: 200 }, id: 7 }, 'response.id'],
    ['report', { id: 'id' }, 'report.delivered'],
    ['report', { delivered: 'ok' }, 'report.id'],
    ['report', { id: 'id', status: 'status', delivered: 'ok', words: 'x' }, 'report.words'],
    ['health', { path: '/balance', query: { to: '{{phone}}' } }, 'health.query.to'],
    ['health', { connected: { status: 200 } }, 'health.path'],
  ])('name the member that is wrong: %s %#', (name, value, member) => {
    const settings = settingsWith({ [name]: value }) as never;
    expect(wrongSettings(info, settings)).toEqual([name]);
    // What is no object at all has no members.
    if (!Array.isArray(value)) expect(faultInSettings(info, settings)).toMatchObject({ member });
  });
});

describe('a request', () => {
  it('has each value escaped for where it stands', async () => {
    const gateway = await fakeGateway(json(200, {}));
    const words = { ...message('otp_1'), text: new Secret('482910 "Kopi" & <Teh>\\\n100%') };
    const token = 'us er:pä/ss+"&:word';
    const settings = {
      path: '/{{user}}/{{password}}',
      headers: { 'x-basic': '{{basic}}' },
      query: { q: '{{text}}&x=1' },
    };
    const send = (request: object) =>
      driver.send(at(gateway.url, settingsWith({ request }), token), words, within(2000));
    await send({
      ...settings,
      json: { 'a"{{': 1, to: '+{{phone}}', text: '{{text}}', all: ['{{phone_local}}', 7, true] },
    });
    await send({
      ...settings,
      form: { to: '{{phone_local}}', 'te&xt': '{{text}}', url: '{{callback_url}}&id={{reference}}&s=%d' },
    });
    await send({ ...settings, method: 'GET', query: { to: '{{phone}}', text: '{{text}}' } });
    const [asJson, asForm, asQuery] = gateway.requests;
    const path = '/us%20er/p%C3%A4%2Fss%2B%22%26%3Aword';
    expect(asJson?.path).toBe(`${path}?q=482910+%22Kopi%22+%26+%3CTeh%3E%5C%0A100%25%26x%3D1`);
    expect(asJson?.headers['x-basic']).toBe(Buffer.from(token).toString('base64'));
    expect(asJson && jsonIn(asJson)).toEqual({
      'a"{{': 1,
      to: '+6281234567890',
      text: words.text.reveal(),
      all: ['081234567890', 7, true],
    });
    expect(asForm && formIn(asForm)).toEqual({
      to: '081234567890',
      'te&xt': words.text.reveal(),
      url: 'https://otp.example.com/api/webhook/gateway/1?key=0f5e2b7c&id=otp_1&s=%d',
    });
    expect(Object.fromEntries(new URL(asQuery?.path ?? '', 'http://x').searchParams)).toEqual({
      to: '6281234567890',
      text: words.text.reveal(),
    });
  });

  it('is not made where the settings are of another version', async () => {
    const gateway = await fakeGateway(json(200, {}));
    const device = deviceAt(gateway.url, 'x', { request: '{"path":"/","later":1}', response: '{}' });
    expect(await driver.send(device, message(), within(500))).toMatchObject({
      kind: 'refused',
      fault: 'unusable',
    });
    expect(gateway.requests).toEqual([]);
  });
});

describe('a response', () => {
  const sendTo = async (status: number, body: unknown, response: object = HTTP_SMS.settings.response) => {
    const gateway = await fakeGateway((reply) =>
      typeof body === 'string' ? reply.writeHead(status).end(body) : json(status, body)(reply),
    );
    return driver.send(at(gateway.url, settingsWith({ response })), message('otp_ref'), within(2000));
  };

  it.each([
    [201, { ok: true, data: { id: 7 } }, { kind: 'accepted', id: '7' }],
    [201, { ok: true, data: {} }, { kind: 'unknown' }],
    [202, { ok: true, data: { id: 7 } }, { kind: 'unknown' }],
    [400, { ok: false, error: 'no route' }, { kind: 'refused', retryElsewhere: true }],
    [400, { ok: false, error: 'bad number' }, { kind: 'refused', retryElsewhere: false }],
    [402, { ok: false, error: 'no credit' }, { kind: 'refused', fault: 'unusable' }],
    [429, { ok: false }, { kind: 'refused', fault: 'busy' }],
    [500, { ok: false, error: 'oops' }, { kind: 'unknown' }],
    [400, '<html>Bad Request</html>', { kind: 'unknown' }],
  ])('of %d %j is read by the conditions', async (status, body, outcome) => {
    expect(await sendTo(status, body)).toMatchObject(outcome);
  });

  it('with a long number as the id keeps all digits, as in the report', async () => {
    const id = '1234567890123456789';
    expect(await sendTo(201, `{"ok":true,"data":{"id":${id}}}`)).toEqual({ kind: 'accepted', id });
    const { body } = report('7', 'SENT');
    const callback = deliveryOf({
      headers: { 'content-type': 'application/json' },
      body: body.replace('"7"', id),
    });
    expect(driver.parseCallback(callback, at('http://x')).statuses).toMatchObject([{ gatewayMessageId: id }]);
  });

  it('that refuses the number says nothing about the device', async () => {
    expect(effectOnDevice(await sendTo(400, { ok: false, error: 'bad number' }))).toBe('neither');
    expect(effectOnDevice(await sendTo(400, { ok: false, error: 'no route' }))).toBe('failed');
  });

  it('may be text, with the id in it or none at all', async () => {
    const inText = { accepted: { text: 'OK:' }, id: 'OK: <{{id}}>' };
    expect(await sendTo(200, 'OK: <a-1>\n', inText)).toEqual({ kind: 'accepted', id: 'a-1' });
    expect(await sendTo(200, 'OK: <>', inText)).toMatchObject({ kind: 'unknown' });
    const without = { accepted: { status: 202, text: ['0:', '3:'] } };
    expect(await sendTo(202, '3: Queued', without)).toEqual({ kind: 'accepted', id: 'otp_ref' });
    expect(await sendTo(202, '9: other', without)).toMatchObject({ kind: 'unknown', id: 'otp_ref' });
  });
});

describe('a report', () => {
  const device = at('http://x');
  const read = (body: string, type = 'application/json', query: Record<string, string> = {}) =>
    driver.parseCallback(deliveryOf({ headers: { 'content-type': type }, body }, query), device);

  it.each([
    ['SENT', 'sent'],
    ['delivered', 'delivered'],
    ['READ', 'delivered'],
    ['FAILED', 'failed'],
  ])('%s is %s', (word, status) => {
    expect(read(report('7', word).body).statuses).toMatchObject([{ gatewayMessageId: '7', status }]);
  });

  it('of another word changes nothing, and one without the members is refused', () => {
    expect(read(report('7', 'QUEUED').body)).toEqual({ statuses: [] });
    for (const body of ['{}', '{"message":{"id":"7"}}', '{"message":7}'])
      expect(() => read(body)).toThrow(expect.objectContaining({ code: 'callback_invalid' }) as Error);
  });

  it('of a failure has its words, without numbers, and no reason of WhatsApp', () => {
    expect(read(report('7', 'FAILED', 'invalid number 081234567890').body).statuses).toMatchObject([
      { error: 'the gateway reported failed: invalid number ****', failureReason: 'unknown' },
    ]);
    expect(read(report('7', 'FAILED', 'validity expired').body).statuses).toMatchObject([
      { failureReason: 'expired' },
    ]);
  });

  it('may be a form, or in the query, beside what the address already has', () => {
    const settings = storedSettings({
      ...HTTP_SMS.settings,
      report: { id: 'msg.id', status: 'st', delivered: [1], reference: 'ref', answer: 'ACK' },
    });
    const parse = (body: string, query: Record<string, string>) =>
      driver.parseCallback(
        deliveryOf({ headers: { 'content-type': 'application/x-www-form-urlencoded' }, body }, query),
        { settings },
      ).statuses;
    const found = [{ gatewayMessageId: '7', status: 'delivered', reference: 'otp_1' }];
    expect(parse('msg.id=7&st=1', { key: 'k', ref: 'otp_1' })).toMatchObject(found);
    expect(parse('', { key: 'k', 'msg.id': '7', st: '1', ref: 'otp_1' })).toMatchObject(found);
    expect(driver.answerTo?.({ settings })).toBe('ACK');
  });

  it('is none where none is described', () => {
    const settings = { ...at('http://x').settings, report: '{}' };
    expect(driver.parseCallback(deliveryOf(report('7', 'SENT')), { settings })).toEqual({ statuses: [] });
    expect(driver.answerTo?.({ settings })).toBeUndefined();
  });
});

it('any response is health enough where no check is described', async () => {
  const gateway = await fakeGateway((reply) => reply.writeHead(404).end());
  const device = at(gateway.url, settingsWith({ health: {} }));
  expect(await driver.health(device, within(500))).toEqual({ connection: 'connected', detail: null });
});
