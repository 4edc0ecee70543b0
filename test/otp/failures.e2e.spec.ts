import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Message } from '../../src/otp/message.entities.js';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { GATEWAY_TIMEOUT_MS: '3000', RECIPIENT_ATTEMPTS_MAX: '5' } });
});
afterAll(() => service.close());
keepBooks(() => service);

const send = (token: string | undefined, body: unknown) => service.api.post('/api/otp/send', body, { token });
const written = () => service.database.read.count(Message);

describe('the failure table of a send', () => {
  it('asks for an API key when the Authorization header is absent or empty', async () => {
    for (const headers of [{}, { authorization: '' }] as Record<string, string>[]) {
      const answer = await service.api.post('/api/otp/send', sendBody(), { headers });
      expect(answer).toAnswer(401);
      expect(answer.headers.get('www-authenticate')).toContain('Bearer');
      expect(answer.body).toMatchObject({
        success: false,
        code: 'api_key_missing',
        message: 'API key diperlukan. Kirim via header Authorization: Bearer <api_key>.',
      });
    }
  });

  it('refuses a key that is wrong, and a key anywhere but in the header', async () => {
    const { key } = await createAccount(service);
    const wrong = await send(key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x'), sendBody());
    expect(wrong).toAnswer(401, {
      code: 'api_key_invalid',
      message: 'API key tidak valid atau tidak aktif.',
    });
    const inBody = await service.api.post(
      `/api/otp/send?access_token=${key}`,
      sendBody({ access_token: key }),
    );
    expect(inBody.body.code).toBe('api_key_missing');
  });

  it.each(['phone', 'otp_code', 'company_name'])(
    'names %s when it is absent, null, empty or blank',
    async (field) => {
      const { key } = await createAccount(service);
      for (const value of [undefined, null, '', '   ']) {
        const answer = await send(key, sendBody({ [field]: value }));
        expect(answer).toAnswer(400, { code: 'parameter_missing', fields: [field] });
        expect(answer.body.message).toMatch(/^Parameter tidak lengkap/);
      }
    },
  );

  it.each([
    '0712345678',
    '1234567890',
    '081234567',
    '0812345678901234',
    '+1 202 555 0100',
    '0812٣٤٥٦٧٨',
    81234567890,
    ['08'],
    {},
  ])('refuses the phone %j', async (phone) => {
    const { key } = await createAccount(service);
    const answer = await send(key, sendBody({ phone }));
    expect(answer).toAnswer(400, { code: 'phone_invalid', message: 'Nomor telepon tidak valid.' });
  });

  it.each(['x'.repeat(21), 12345, ['Toko'], { a: 1 }, true])(
    'refuses the company name %j',
    async (company_name) => {
      const { key } = await createAccount(service);
      const answer = await send(key, sendBody({ company_name }));
      expect(answer).toAnswer(400, {
        code: 'company_name_too_long',
        message: 'Nama perusahaan maksimal 20 karakter.',
      });
    },
  );

  it.each(['Toko\nBudi', 'Toko\u2028Budi', 'Toko\u0007', 'Toko\u202eiduB'])(
    'refuses control characters in the company name %j',
    async (company_name) => {
      const { key } = await createAccount(service);
      expect((await send(key, sendBody({ company_name }))).body.code).toBe('company_name_invalid');
    },
  );

  it.each(['123', '12345678901', '12a4', '١٢٣٤', 123456, [1234]])('refuses the code %j', async (otp_code) => {
    const { key } = await createAccount(service);
    const answer = await send(key, sendBody({ otp_code }));
    expect(answer).toAnswer(400, {
      code: 'otp_code_invalid',
      message: 'Kode OTP harus 4-10 digit angka.',
    });
  });

  it('answers the first of several faults: what is missing, then phone, company name, code', async () => {
    const { key } = await createAccount(service);
    const bad = { phone: '1', company_name: 'x'.repeat(21), otp_code: '1' };
    expect((await send(key, { ...bad, otp_code: '' })).body.code).toBe('parameter_missing');
    expect((await send(key, bad)).body.code).toBe('phone_invalid');
    expect((await send(key, { ...bad, phone: newPhone() })).body.code).toBe('company_name_too_long');
    expect((await send(key, { ...bad, phone: newPhone(), company_name: 'Toko' })).body.code).toBe(
      'otp_code_invalid',
    );
  });

  it('limits the attempts at one recipient, however the number is written', async () => {
    const { key } = await createAccount(service, 0);
    const phone = newPhone();
    const international = `+62 ${phone.slice(1, 4)}-${phone.slice(4)}`;
    for (const written of [phone, `62${phone.slice(1)}`, international, phone, phone])
      expect((await send(key, sendBody({ phone: written }))).body.code).toBe('insufficient_credit');
    const answer = await send(key, sendBody({ phone }));
    expect(answer).toAnswer(429, 'recipient_limited');
    expect(answer.body.message).toMatch(/^Rate limit tercapai/);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it('refuses a send below 200 credits, and says the balance', async () => {
    const { key } = await createAccount(service, 199);
    const answer = await send(key, sendBody());
    expect(answer).toAnswer(402, {
      code: 'insufficient_credit',
      message: 'Kredit tidak cukup.',
      credit_balance: 199,
    });
  });

  it('refuses the same code to the same phone within five minutes, and names the earlier message', async () => {
    const { key } = await createAccount(service);
    const body = sendBody();
    const first = await send(key, body);
    expect(first).toAnswer(200);
    const again = await send(key, {
      ...body,
      phone: `62${String(body['phone']).slice(1)}`,
      company_name: 'Lain',
    });
    expect(again).toAnswer(409, {
      code: 'duplicate',
      message_id: (first.body.data as { message_id: string }).message_id,
      status: 'sent',
    });
    expect(again.body.message).toMatch(/^OTP serupa baru saja dikirim/);
    expect(again.headers.get('retry-after')).toBe('300');
  });

  it('sends the same code again once the window is over', async () => {
    const { key } = await createAccount(service);
    const body = sendBody();
    expect(await send(key, body)).toAnswer(200);
    service.clock.advance(301);
    expect(await send(key, body)).toAnswer(200);
  });

  it('tells a refusal of the gateway, refunds it and lets the code be sent again', async () => {
    const { key } = await createAccount(service, 200);
    const body = sendBody();
    service.gateway.script([{ refuse: { status: 400, error: 'number 6281234567890 is not on WhatsApp' } }]);
    const answer = await send(key, body);
    expect(answer).toAnswer(502, {
      code: 'gateway_error',
      error_message: 'number **** is not on WhatsApp',
      reason: 'not_on_whatsapp',
    });
    expect(answer.body.message).toMatch(/^Gagal mengirim OTP: /);
    const retried = await send(key, body);
    expect(retried).toAnswer(200);
    expect(retried.body.data).toMatchObject({ credit_used: 200, credit_balance: 0 });
  });

  it.each([
    [{ refuse: 400, reason: 'recipient_limit' }, 502, 'recipient_limit'],
    [{ refuse: 503 }, 502, 'device_unavailable'],
    [{ dropAnswer: 'after' }, 504, 'gateway_fault'],
    [{ answerDelayMs: 60_000 }, 504, 'gateway_timeout'],
    [{ unreadable: 'no-id' }, 504, 'gateway_fault'],
  ] as const)('says to programs why %j failed: %d, %s', async (switches, status, reason) => {
    const { key } = await createAccount(service);
    service.gateway.script([switches]);
    const answer = await send(key, sendBody());
    expect(answer).toAnswer(status, { reason });
  });

  it('keeps charge and window while the outcome is unknown', async () => {
    const { key } = await createAccount(service, 400);
    const body = sendBody();
    service.gateway.script([{ dropAnswer: 'after' }]);
    const answer = await send(key, body);
    expect(answer).toAnswer(504, { code: 'gateway_unknown', reason: 'gateway_fault' });
    expect(answer.body.message).toMatch(/^Gagal mengirim OTP: /);
    expect((await send(key, body)).body).toMatchObject({
      code: 'duplicate',
      status: 'pending',
      message_id: null,
    });
    expect((await service.api.get('/api/otp/credit', { token: key })).body.data).toMatchObject({
      credit_balance: 200,
    });
  });

  it('writes nothing for a request that is refused before the send', async () => {
    const { key } = await createAccount(service, 100);
    const before = await written();
    for (const body of [{}, sendBody({ phone: 'x' }), sendBody()]) await send(key, body);
    expect(await written()).toBe(before);
  });
});

describe('with an empty pool', () => {
  it('answers no_device, charges nothing and records nothing', async () => {
    const empty = await startTestService({ env: { GATEWAY_URL: '', GATEWAY_TOKEN: '' } });
    try {
      const { key } = await createAccount(empty, 200);
      const answer = await empty.api.post('/api/otp/send', sendBody(), { token: key });
      expect(answer).toAnswer(503, 'no_device');
      expect(answer.body.message).toMatch(/^Tidak ada device WhatsApp yang tersedia/);
      expect(answer.headers.get('retry-after')).toBeTruthy();
      const channels = ['sms', 'telegram'];
      const headers = { 'accept-language': 'en' };
      const other = await empty.api.post('/api/otp/send', sendBody({ channels }), { token: key, headers });
      expect(other).toAnswer(503, {
        code: 'no_device',
        detail: 'No device can send by SMS or Telegram at the moment.',
      });
      expect(await empty.database.read.count(Message)).toBe(0);
      expect((await empty.api.get('/api/otp/credit', { token: key })).body.data).toMatchObject({
        credit_balance: 200,
      });
    } finally {
      await empty.close();
    }
  });
});

describe('the per-minute cap', () => {
  it('counts per account, before the body is read, and says when to come back', async () => {
    const capped = await startTestService({ env: { SEND_RATE_PER_MINUTE: '3' } });
    try {
      const [one, other] = [await createAccount(capped), await createAccount(capped)];
      const post = (token: string) => capped.api.post('/api/otp/send', undefined, { token, raw: '{broken' });
      for (const remaining of [2, 1, 0]) {
        const answer = await post(one.key);
        expect(answer.body.code).toBe('malformed_json');
        expect(answer.headers.get('ratelimit-policy')).toBe('"send";q=3;w=60');
        expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"send";r=${remaining};t=\\d+$`));
      }
      const answer = await post(one.key);
      expect(answer).toAnswer(429, 'rate_limited');
      expect(answer.body.message).toMatch(/^Rate limit tercapai/);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect((await post(other.key)).body.code).toBe('malformed_json');
    } finally {
      await capped.close();
    }
  });
});
