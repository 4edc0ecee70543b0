import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Message } from '../../../src/otp/message.entities.js';
import { keepBooks } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await startTestService();
  ({ key } = await createAccount(service));
});
afterAll(() => service.close());
keepBooks(() => service);

const JSON_TYPE = 'application/json';
const post = (path: string, raw: string | Buffer, type = JSON_TYPE) =>
  service.api.post(path, undefined, {
    token: key,
    raw,
    headers: { 'content-type': type, 'accept-language': 'en' },
  });
const messages = () => service.database.read.count(Message);

/** A body with a byte that is no UTF-8 in the brand. */
const latin1 = () => Buffer.from(JSON.stringify(sendBody({ company_name: 'Café' })), 'latin1');

describe('a body that is not UTF-8', () => {
  it.each([
    'application/json; charset=iso-8859-1',
    'application/json;charset=UTF-16LE',
    'application/json; profile=x; charset="windows-1252"',
  ])('is a 415 where it says so: %s', async (type) => {
    const before = await messages();
    const answer = await post('/api/otp/send', latin1(), type);
    expect(answer).toAnswer(415, { code: 'unsupported_media_type', detail: 'The charset must be UTF-8.' });
    expect(await messages()).toBe(before);
  });

  it.each([
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
  ])('is read as UTF-8 with %s', async (type) => {
    const answer = await post('/api/otp/send', JSON.stringify(sendBody({ company_name: 'Café' })), type);
    expect(answer).toAnswer(200);
  });

  it.each([
    '/api/otp/send',
    '/api/otp/check',
    '/api/otp/verifications',
    '/api/auth/login',
    '/api/otp/check-number',
  ])('is a 400 at %s, and nothing is sent', async (path) => {
    const before = await messages();
    const answer = await post(path, latin1());
    if (answer.status === 404) return;
    expect(answer).toAnswer(400, { code: 'malformed_json', detail: 'The body is not valid UTF-8.' });
    expect(await messages()).toBe(before);
  });

  it.each([
    ['overlong', [0xc0, 0xaf]],
    ['a surrogate in bytes', [0xed, 0xa0, 0xbd]],
    ['cut off', [0xf0, 0x9f, 0x98]],
  ])('is refused: %s', async (_, bytes) => {
    const [start = '', end = ''] = JSON.stringify(sendBody({ company_name: 'Toko %' })).split('%');
    const raw = Buffer.concat([Buffer.from(start), Buffer.from(bytes), Buffer.from(end)]);
    expect((await post('/api/otp/send', raw)).body.code).toBe('malformed_json');
  });

  it('may begin with a byte order mark', async () => {
    const answer = await post('/api/otp/send', `\ufeff${JSON.stringify(sendBody())}`);
    expect(answer).toAnswer(200);
  });
});

describe('half a character, written as an escape', () => {
  it.each([
    ['the brand', { company_name: 'Toko \ud83d' }],
    ['a value of metadata', { metadata: { a: 'x\udc00' } }],
    ['a name of metadata', { metadata: { 'a\ud800': 'x' } }],
    ['a member that nobody reads', { note: ['\udfff'] }],
  ])('is refused in %s', async (_, members) => {
    const before = await messages();
    const answer = await post('/api/otp/send', JSON.stringify(sendBody(members)));
    expect(answer).toAnswer(400, 'malformed_json');
    expect(await messages()).toBe(before);
  });

  it('is whole with its other half', async () => {
    const answer = await post('/api/otp/send', JSON.stringify(sendBody({ metadata: { a: '\ud83d\ude00' } })));
    expect(answer).toAnswer(200);
  });
});

describe('a query', () => {
  it.each(['%ff', '%zz', '%', 'a%C3', '%ed%a0%bd'])('with %s is a 400', async (value) => {
    const answer = await service.api.get(`/api/otp/history?limit=${value}`, { token: key });
    expect(answer).toAnswer(400, 'bad_request');
  });

  it('with UTF-8 is read', async () => {
    const answer = await service.api.get('/api/otp/history?limit=5&note=caf%C3%A9%20100%25', {
      token: key,
    });
    expect(answer).toAnswer(200);
  });
});

it('an Idempotency-Key that is no ASCII is refused', async () => {
  const { body } = await service.api.post('/api/otp/send', sendBody(), {
    token: key,
    headers: { 'idempotency-key': Buffer.from('café').toString('latin1') },
  });
  expect(body.code).toBe('idempotency_key_invalid');
});

describe('the signature of a callback', () => {
  const signed = (bytes: Buffer, over = bytes) => {
    const at = Math.floor(service.clock.now().getTime() / 1000);
    const secret = Buffer.from(service.config.webhookSecrets[0] ?? '', 'latin1');
    const mac = createHmac('sha256', secret).update(`msg_1.${at}.`).update(over).digest('base64');
    return service.api.post('/api/webhook/gateway', undefined, {
      raw: bytes,
      headers: {
        'content-type': JSON_TYPE,
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(at),
        'webhook-signature': `v1,${mac}`,
      },
    });
  };

  it('covers the bytes: others that decode to the same text do not pass', async () => {
    const bytes = Buffer.from('{"event":"\xff"}', 'latin1');
    const decoded = Buffer.from(bytes.toString('utf8'));
    expect((await signed(bytes, decoded)).body.code).toBe('signature_invalid');
    expect((await signed(bytes)).body.code).toBe('malformed_json');
  });
});
