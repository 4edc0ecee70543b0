import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAGIC_NUMBERS } from '../../../src/otp/sandbox/magic-numbers.rules.js';
import { OPERATIONS } from '../../../src/platform/access/principal.js';
import { keepBooks } from '../../support/app.js';
import { newPhone } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { dataOf, expire, notThe, ROOT, type Sent, verificationBody, Verifier } from './verifications.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { RECOVERY_SECONDS: '3600', RECIPIENT_ATTEMPTS_MAX: '20' },
  });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const status = async (verifier: Verifier, id: string) => dataOf<Sent>(await verifier.get(id)).status;

describe('a verification', () => {
  it('is made with a code of six digits, ten minutes and five tries, and its code is in no answer', async () => {
    const verifier = await Verifier.with(service);
    const phone = '081298765432';
    const own = { external_id: 'pesanan-7', metadata: { cabang: 'Bandung' } };
    const answer = await verifier.create({ phone, ...own });
    const sent = dataOf<Sent>(answer);
    expect(answer).toAnswer(201);
    const [message] = await verifier.messages();
    expect(sent).toEqual({
      verification_id: expect.stringMatching(/^ver_[0-9A-Z]{26}$/),
      method: 'code',
      status: 'pending',
      reference: message?.reference,
      message_id: message?.gatewayMessageId,
      recipient: '6281****5432',
      expires_at: expect.any(String),
      attempts_left: 5,
      credit_used: 200,
      credit_balance: 9800,
      ...own,
    });
    const seconds = (Date.parse(sent.expires_at) - service.clock.now().getTime()) / 1000;
    expect(Math.ceil(seconds)).toBe(600);
    const code = verifier.codeIn(sent);
    expect(code).toMatch(/^[0-9]{6}$/);
    expect(answer.text).not.toContain(code);
    expect(await verifier.balance()).toBe(9800);
  });

  it('has the length, the time, the tries and the language that are asked for', async () => {
    const verifier = await Verifier.with(service);
    for (const [code_length, ttl_seconds, max_attempts] of [
      [4, 60, 1],
      [8, 900, 10],
    ]) {
      const sent = await verifier.created({ code_length, ttl_seconds, max_attempts, language: 'en' });
      expect(verifier.codeIn(sent)).toHaveLength(Number(code_length));
      expect(service.gateway.find(sent.reference)?.text).toContain('is your Toko Uji OTP');
      expect(sent.attempts_left).toBe(max_attempts);
      const { createdAt, expiresAt } = await verifier.row(sent.verification_id);
      expect(expiresAt.getTime() - createdAt.getTime()).toBe(Number(ttl_seconds) * 1000);
    }
  });

  it.each([
    ['code_length', [3, 9, 4.5, '6', null]],
    ['ttl_seconds', [59, 901, '600', null]],
    ['max_attempts', [0, 11, '5', null]],
    ['language', ['de']],
  ])('is refused with a %s out of bounds', async (field, values) => {
    const verifier = await Verifier.with(service, 200);
    for (const value of values) {
      const answer = await verifier.create({ [field]: value });
      expect(answer.body, String(value)).toMatchObject({ code: 'parameter_invalid', fields: [field] });
    }
    expect(await verifier.balance()).toBe(200);
  });

  it('is approved by the right code, once, and counts its message as converted', async () => {
    const verifier = await Verifier.with(service);
    const sent = await verifier.created();
    const id = sent.verification_id;
    const code = verifier.codeIn(sent);
    expect(await verifier.told(id, notThe(code))).toEqual(['pending', 4]);
    expect(await verifier.told(id, code)).toEqual(['approved', 4]);
    for (const later of [code, notThe(code)])
      expect(await verifier.told(id, later)).toEqual(['verification_over', 0]);
    expect(await status(verifier, id)).toBe('approved');
    const [message] = await verifier.messages();
    expect(message?.convertedAt).not.toBeNull();
    const { data } = (await service.api.get('/api/otp/stats', { token: verifier.token })).body;
    expect(data).toMatchObject({ total_converted: 1, conversion_rate: 1 });
    expect(await verifier.balance()).toBe(9800);
  });

  it('fails with its last try, and the right code does not help it any more', async () => {
    const verifier = await Verifier.with(service);
    const sent = await verifier.created({ max_attempts: 3 });
    const [id, code] = [sent.verification_id, verifier.codeIn(sent)];
    const found: unknown[] = [];
    for (const nth of [1, 2, 3]) found.push(await verifier.told(id, notThe(code, nth)));
    expect(found).toEqual([
      ['pending', 2],
      ['pending', 1],
      ['failed', 0],
    ]);
    expect(await verifier.told(id, code)).toEqual(['failed', 0]);
    expect(await status(verifier, id)).toBe('failed');
    expect(await verifier.balance()).toBe(9800);
  });

  it('spends no try on what is no code', async () => {
    const verifier = await Verifier.with(service);
    const { verification_id: id } = await verifier.created();
    for (const [code, otp_code] of [
      ['parameter_missing', ''],
      ['parameter_missing', null],
      ['otp_code_invalid', 'abc'],
      ['otp_code_invalid', 123456],
      ['otp_code_invalid', '12345678901'],
    ])
      expect((await verifier.check(id, otp_code)).body.code).toBe(code);
    expect((await verifier.row(id)).attemptsLeft).toBe(5);
  });

  it('expires at its time, noticed or not, by a check, a look or the sweep', async () => {
    const verifier = await Verifier.with(service);
    const [checked, swept] = [
      await verifier.created({ ttl_seconds: 60 }),
      await verifier.created({ ttl_seconds: 60 }),
    ];
    service.clock.advance(61);
    for (const { verification_id: id } of [checked, swept])
      expect(await status(verifier, id)).toBe('expired');
    expect(await verifier.told(checked.verification_id, verifier.codeIn(checked))).toEqual(['expired', 5]);
    await Promise.all([expire(service), expire(service)]);
    expect((await verifier.row(swept.verification_id)).status).toBe('expired');
    expect((await verifier.events()).map(({ type }) => type)).toEqual(Array(2).fill('verification.expired'));
    expect(await verifier.told(swept.verification_id, verifier.codeIn(swept))).toEqual(['expired', 5]);
    expect(await verifier.balance()).toBe(9600);
  });

  it('is cancelled once, and nothing of it is given back', async () => {
    const verifier = await Verifier.with(service);
    const sent = await verifier.created();
    const id = sent.verification_id;
    for (let nth = 0; nth < 2; nth++) {
      const answer = await verifier.cancel(id);
      expect(answer).toAnswer(200);
      expect(dataOf<Sent>(answer)).toMatchObject({ status: 'cancelled' });
    }
    expect(await verifier.told(id, verifier.codeIn(sent))).toEqual(['cancelled', 5]);
    expect(await verifier.events()).toEqual([]);
    expect(await verifier.balance()).toBe(9800);
    const approved = await verifier.created();
    await verifier.check(approved.verification_id, verifier.codeIn(approved));
    expect(dataOf<Sent>(await verifier.cancel(approved.verification_id)).status).toBe('approved');
  });

  it('tells how it stands, and of its newest message', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const own = { external_id: 'masuk-1', metadata: { kampanye: 'a' } };
    const first = await verifier.created({ phone, ...own });
    const id = first.verification_id;
    const second = dataOf<Sent>(await verifier.resend(id, phone));
    expect(dataOf<Sent>(await verifier.get(id))).toEqual({
      verification_id: id,
      method: 'code',
      status: 'pending',
      reference: second.reference,
      message_id: second.message_id,
      recipient: first.recipient,
      channel: 'whatsapp',
      attempts: [{ channel: 'whatsapp', outcome: 'accepted', reason: null }],
      expires_at: second.expires_at,
      attempts_left: 5,
      created_at: (await verifier.row(id)).createdAt.toISOString(),
      ...own,
    });
  });

  it('is nobody else’s: another account’s and the other mode’s is not found, and neither is one that never was', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const sent = await verifier.created({ phone });
    const strangers = [await Verifier.with(service), await verifier.testing()];
    for (const stranger of strangers)
      for (const id of [sent.verification_id, 'ver_x', '1', '%00', 'é'.repeat(50)]) {
        const path = encodeURIComponent(id);
        const answers = [
          await stranger.get(path),
          await stranger.check(path, verifier.codeIn(sent)),
          await stranger.resend(path, phone),
          await stranger.cancel(path),
        ];
        for (const answer of answers) expect(answer).toAnswer(404, 'not_found');
      }
    expect(await verifier.told(sent.verification_id, verifier.codeIn(sent))).toEqual(['approved', 5]);
  });

  it('is found by its id as it is, without a space behind it, which MySQL does not see', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const sent = await verifier.created({ phone });
    const path = `${sent.verification_id}%20`;
    const answers = [
      await verifier.get(path),
      await verifier.check(path, verifier.codeIn(sent)),
      await verifier.resend(path, phone),
      await verifier.cancel(path),
    ];
    for (const answer of answers) expect(answer).toAnswer(404);
    expect(await verifier.told(sent.verification_id, verifier.codeIn(sent))).toEqual(['approved', 5]);
  });

  it('asks a key for what it may do', async () => {
    const nobody = await service.api.post(ROOT, verificationBody());
    expect(nobody.body.code).toBe('api_key_missing');
    const verifier = await Verifier.with(service);
    const { verification_id: id } = await verifier.created();
    const allowed = { send: ['create', 'resend', 'cancel'], check: ['check'], read: ['get'] };
    for (const operation of OPERATIONS) {
      const limited = await verifier.withKey({ allowed_operations: [operation] });
      const answers = {
        create: await limited.create(),
        resend: await limited.resend(id, newPhone()),
        check: await limited.check(id, '1234'),
        get: await limited.get(id),
        cancel: await limited.cancel(id),
      };
      const open = Object.entries(answers).filter(([, { body }]) => body.code !== 'operation_not_allowed');
      expect(open.map(([name]) => name).toSorted(), operation).toEqual(allowed[operation].toSorted());
    }
  });

  it('is checked as often a minute as any code', async () => {
    const verifier = await Verifier.with(service);
    const limited = await verifier.withKey({ rate_per_minute: 3 });
    const { verification_id: id } = await verifier.created();
    const codes = [];
    for (let nth = 0; nth < 4; nth++) codes.push((await limited.check(id, '1234')).body.code);
    expect(codes).toEqual([undefined, undefined, undefined, 'rate_limited']);
  });
});

describe('a new code', () => {
  it('ends the old one, leaves the tries, begins the time anew and costs as much', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const first = await verifier.created({ phone, code_length: 8 });
    const id = first.verification_id;
    await verifier.check(id, notThe(verifier.codeIn(first)));
    service.clock.advance(500);
    const answer = await verifier.resend(id, `+62 ${phone.slice(1)}`);
    const second = dataOf<Sent>(answer);
    expect(answer).toAnswer(200);
    expect(second).toMatchObject({
      verification_id: id,
      status: 'pending',
      attempts_left: 4,
      credit_used: 200,
      credit_balance: 9600,
    });
    expect(Date.parse(second.expires_at) - Date.parse(first.expires_at)).toBe(500_000);
    expect(second.reference).not.toBe(first.reference);
    service.clock.advance(500);
    expect(await verifier.told(id, verifier.codeIn(first))).toEqual(['pending', 3]);
    expect(await verifier.told(id, verifier.codeIn(second))).toEqual(['approved', 3]);
    const converted = (await verifier.messages()).map(({ convertedAt }) => convertedAt !== null);
    expect(converted).toEqual([false, true]);
  });

  it('goes five times', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const { verification_id: id } = await verifier.created({ phone });
    const answers = [];
    for (let nth = 0; nth < 6; nth++) answers.push(await verifier.resend(id, phone));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 409]);
    expect(answers[5]?.body.code).toBe('resend_limit');
    expect(await verifier.balance()).toBe(10_000 - 6 * 200);
  });

  it('goes to the same phone alone', async () => {
    const verifier = await Verifier.with(service);
    const { verification_id: id } = await verifier.created();
    const answer = await verifier.resend(id, newPhone());
    expect(answer).toAnswer(400, { code: 'phone_mismatch', fields: ['phone'] });
    expect((await verifier.resend(id, '12')).body.code).toBe('phone_invalid');
    expect((await verifier.post(`/${id}/resend`, {})).body.code).toBe('parameter_missing');
    expect(await verifier.balance()).toBe(9800);
  });

  it('does not go once it is over', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const [approved, cancelled, expired] = [
      await verifier.created({ phone }),
      await verifier.created({ phone }),
      await verifier.created({ phone, ttl_seconds: 60 }),
    ];
    await verifier.check(approved.verification_id, verifier.codeIn(approved));
    await verifier.cancel(cancelled.verification_id);
    service.clock.advance(61);
    for (const { verification_id: id } of [approved, cancelled, expired]) {
      const answer = await verifier.resend(id, phone);
      expect(answer).toAnswer(409, 'verification_over');
    }
    expect(await verifier.balance()).toBe(10_000 - 3 * 200);
  });
});

it('POST /api/otp/check answers for no code of ours, and counts nothing against it', async () => {
  const verifier = await Verifier.with(service);
  const phone = newPhone();
  const sent = await verifier.created({ phone });
  const code = verifier.codeIn(sent);
  const ask = (otp_code: string) =>
    service.api.post('/api/otp/check', { phone, otp_code }, { token: verifier.token });
  for (const otp_code of [code, ...Array.from({ length: 6 }, (_, nth) => notThe(code, nth + 1))])
    expect((await ask(otp_code)).body.data).toEqual({ valid: false });
  expect(await verifier.told(sent.verification_id, code)).toEqual(['approved', 5]);
});

describe('webhooks', () => {
  it('are told of each ending but a cancellation, once', async () => {
    const verifier = await Verifier.with(service);
    const own = { external_id: 'masuk-9', metadata: null };
    const phone = newPhone();
    const approved = await verifier.created({ phone, ...own });
    const failed = await verifier.created({ phone, ...own, max_attempts: 1 });
    const expired = await verifier.created({ phone, ...own, ttl_seconds: 60 });
    const cancelled = await verifier.created({ phone, ...own });
    await verifier.check(approved.verification_id, verifier.codeIn(approved));
    await verifier.check(failed.verification_id, notThe(verifier.codeIn(failed)));
    await verifier.cancel(cancelled.verification_id);
    service.clock.advance(61);
    await expire(service);
    const told = (of: Sent, status: string, attempts_left: number) => ({
      type: `verification.${status}`,
      livemode: true,
      data: {
        verification_id: of.verification_id,
        method: 'code',
        status,
        reference: of.reference,
        message_id: of.message_id,
        recipient: of.recipient,
        company_name: 'Toko Uji',
        channel: 'whatsapp',
        attempts: [{ channel: 'whatsapp', outcome: 'accepted', reason: null }],
        attempts_left,
        expires_at: of.expires_at,
        created_at: expect.any(String),
        ...own,
      },
    });
    const events = await verifier.events();
    expect(events.map(({ type, livemode, data }) => ({ type, livemode, data }))).toEqual([
      told(approved, 'approved', 5),
      told(failed, 'failed', 0),
      told(expired, 'expired', 5),
    ]);
  });
});

describe('with a test key', () => {
  const CODES = ['0000', '00000', '000000', '0000000', '00000000'];

  it('the code is zeros, and nothing is charged', async () => {
    const verifier = await (await Verifier.with(service, 0)).testing();
    for (const code of CODES) {
      const sent = await verifier.created({ code_length: code.length });
      expect(sent).toMatchObject({ credit_used: 0, credit_balance: 0 });
      const triesLeft = code.length === 4 ? 2 : 4;
      expect(await verifier.told(sent.verification_id, notThe(code))).toEqual(['pending', triesLeft]);
      expect(await verifier.told(sent.verification_id, code)).toEqual(['approved', triesLeft]);
    }
    expect((await verifier.events()).map(({ livemode }) => livemode)).toEqual(CODES.map(() => false));
  });

  const played = [...MAGIC_NUMBERS].flatMap(([phone, does]) =>
    does.kind === 'scenario' && does.check ? [[does.check, phone] as const] : [],
  );

  it('has a number for each ending', () => {
    expect(played.map(([check]) => check)).toEqual(['right', 'wrong', 'expired', 'failed', 'cancelled']);
  });

  it.each(played)('a magic number plays %s, whatever the code', async (check, phone) => {
    const verifier = await (await Verifier.with(service, 0)).testing();
    const { verification_id: id } = await verifier.created({ phone });
    const expected = { right: ['approved', 5], wrong: ['pending', 4], failed: ['failed', 0] } as const;
    const first = check in expected ? expected[check as keyof typeof expected] : [check, 5];
    const code = check === 'right' ? '123456' : '000000';
    expect(await verifier.told(id, code)).toEqual(first);
    expect(await status(verifier, id)).toBe(first[0]);
    const isTold = ['right', 'expired', 'failed'].includes(check);
    expect((await verifier.events()).map(({ type }) => type)).toEqual(
      isTold ? [`verification.${first[0]}`] : [],
    );
  });

  it('with a live key such a number is an ordinary one', async () => {
    const verifier = await Verifier.with(service);
    const [, phone = ''] = played[0] ?? [];
    const sent = await verifier.created({ phone });
    expect((await verifier.told(sent.verification_id, notThe(verifier.codeIn(sent))))[0]).toBe('pending');
  });
});
