import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERRORS } from '../../../src/platform/errors/index.js';
import { createAccount, newPhone, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { userToken } from '../../support/tokens.js';

let service: TestService;
let key: string;
let token: string;
beforeAll(async () => {
  service = await startTestService();
  const account = await createAccount(service);
  ({ key } = account);
  token = await userToken(service, account.userId);
});
afterAll(() => service.close());

const ENGLISH = { 'accept-language': 'en-US,en;q=0.9' };

describe('the member detail', () => {
  const phoneAsNumber = (headers?: Record<string, string>) =>
    service.api.post('/api/otp/send', { ...sendBody(), phone: 81234567890 }, { token: key, headers });

  it('says of a phone that came as a number that it must be in quotes, in Indonesian', async () => {
    const answer = await phoneAsNumber();
    expect(answer).toAnswer(400, {
      code: 'phone_invalid',
      message: 'Nomor telepon tidak valid.',
      detail: 'phone harus teks dalam tanda kutip, karena angka kehilangan nol di depannya.',
    });
  });

  it('is in English for whoever asks for that', async () => {
    const { body } = await phoneAsNumber(ENGLISH);
    expect(body).toMatchObject({
      code: 'phone_invalid',
      detail: 'phone must be a string in quotes, since a number loses its leading zeros.',
    });
  });
});

describe('Accept-Language', () => {
  const send = (language?: string) =>
    service.api.post('/api/otp/send', sendBody({ phone: '123' }), {
      token: key,
      headers: language === undefined ? {} : { 'accept-language': language },
    });

  it.each([undefined, '*', 'fr', 'id', 'de;q=0.9, *;q=0.1', 'en;q=0.1, id'])(
    'keeps the messages in Indonesian for %j',
    async (language) => {
      const { body, headers } = await send(language);
      expect(body.message).toBe('Nomor telepon tidak valid.');
      expect([headers.get('content-language'), headers.get('vary')]).toEqual(['id', 'Accept-Language']);
    },
  );

  it.each(['en', 'en-US', 'fr, en;q=0.5', 'id;q=0.5, en'])(
    'makes them English for %j; code and status stay',
    async (language) => {
      const answer = await send(language);
      expect(answer).toAnswer(400, { code: 'phone_invalid', message: 'This is not a valid phone number.' });
      expect(answer.headers.get('content-language')).toBe('en');
    },
  );

  it('holds for messages of successes', async () => {
    const answers = await Promise.all(
      [undefined, ENGLISH].map((headers) =>
        service.api.post('/api/otp/send', sendBody(), { token: key, headers }),
      ),
    );
    expect(answers.map(({ body }) => body.message)).toEqual(['OTP berhasil dikirim.', 'The OTP was sent.']);
    expect(answers.map(({ headers }) => headers.get('content-language'))).toEqual(['id', 'en']);
  });

  it('holds for addresses that do not exist, strangers, and bodies that cannot be read', async () => {
    const options = { headers: ENGLISH };
    const [unknown, stranger, broken] = await Promise.all([
      service.api.get('/api/nothing', options),
      service.api.get('/api/otp/credit', options),
      service.api.post('/api/auth/login', undefined, { raw: '{', headers: { ...ENGLISH, ...JSON_TYPE } }),
    ]);
    expect([unknown, stranger, broken].map(({ body }) => body.message)).toEqual([
      'This does not exist.',
      'An API key is required. Send it in the header Authorization: Bearer <api_key>.',
      'The request is not valid JSON.',
    ]);
  });

  it('changes nothing of a stored response: it is replayed byte for byte', async () => {
    const body = sendBody();
    const again = (headers: Record<string, string>) =>
      service.api.post('/api/otp/send', body, {
        token: key,
        headers: { 'idempotency-key': 'words-1', ...headers },
      });
    const first = await again({});
    const replay = await again(ENGLISH);
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect(replay.text).toBe(first.text);
    expect(replay.headers.get('content-language')).toBeNull();
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };

describe('doc_url', () => {
  it('names a page that the service serves, with an anchor for every code', async () => {
    const { body } = await service.api.get('/api/nothing');
    const url = new URL(String((body as Record<string, unknown>)['doc_url']));
    expect([url.pathname, url.hash]).toEqual(['/docs/errors', '#not_found']);
    const page = await fetch(service.url + url.pathname);
    const text = await page.text();
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(Object.keys(ERRORS).filter((code) => !text.includes(`id="${code}"`))).toEqual([]);
  });

  it('stands on the public address of the service', async () => {
    const other = await startTestService({ env: { PUBLIC_URL: 'https://otp.example.com/' } });
    try {
      const { body } = await other.api.get('/api/otp/credit');
      expect(body).toMatchObject({ doc_url: 'https://otp.example.com/docs/errors#api_key_missing' });
    } finally {
      await other.close();
    }
  });
});

describe('a parameter that is not valid', () => {
  const detailOf = (answer: { body: object }) => (answer.body as { detail?: string }).detail;

  it('has its range and unit in detail', async () => {
    const body = { phone: newPhone(), company_name: 'Toko', ttl_seconds: 1 };
    const answer = await service.api.post('/api/otp/verifications', body, { token: key, headers: ENGLISH });
    expect(answer.body.code).toBe('parameter_invalid');
    expect(detailOf(answer)).toMatch(/^ttl_seconds must be a whole number from \d+ to \d+ \(seconds\)\.$/);
  });

  it('has its allowed values in detail', async () => {
    const wrong = await service.api.post('/api/otp/send', sendBody({ language: 'fr' }), {
      token: key,
      headers: ENGLISH,
    });
    expect(detailOf(wrong)).toBe('language must be one of id, en.');
    const page = await service.api.get('/api/otp/history?limit=500', { token: key });
    expect(detailOf(page)).toBe('limit harus bilangan bulat dari 1 sampai 100.');
  });

  it('says which events a webhook may have', async () => {
    const answer = await service.api.post(
      '/api/account/webhooks',
      { url: 'https://example.com/', events: ['message.gone'] },
      { token, headers: ENGLISH },
    );
    expect(answer.body.code).toBe('parameter_invalid');
    expect(detailOf(answer)).toMatch(/events must be a list of at least 1 of otp\.sent, .*, or null\./);
  });
});

it('says of a code that came as a number that it must be in quotes', async () => {
  const answer = await service.api.post('/api/otp/send', sendBody({ otp_code: 1234 }), {
    token: key,
    headers: ENGLISH,
  });
  expect(answer.body).toMatchObject({
    code: 'otp_code_invalid',
    detail: 'otp_code must be a string in quotes, since a number loses its leading zeros.',
  });
});
