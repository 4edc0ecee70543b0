import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { notThe, Verifier } from './verifications/verifications.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { RECIPIENT_ATTEMPTS_MAX: '100', RECIPIENT_HOURLY_MAX: '1000' } });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const LIMIT = 20;

describe('wrong codes for one recipient', () => {
  it('have one total over all verifications and checks of an account', async () => {
    const verifier = await Verifier.with(service, 100_000);
    const phone = newPhone();
    const check = (otp_code: string) =>
      service.api.post('/api/otp/check', { phone, otp_code }, { token: verifier.token });
    for (let i = 0; i < 8; i++) expect(await check('111111')).toAnswer(200);
    let sent = await verifier.created({ phone, max_attempts: 10 });
    for (let i = 0; i < LIMIT - 8; i++) {
      if (i === 9) sent = await verifier.created({ phone, max_attempts: 10 });
      const wrong = notThe(verifier.codeIn(sent));
      expect(await verifier.check(sent.verification_id, wrong)).toAnswer(200);
    }
    const limited = await verifier.check(sent.verification_id, verifier.codeIn(sent));
    expect(limited).toAnswer(429, 'check_limited');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    for (let i = 0; i < 2; i++) expect(await check('222222')).toAnswer(429, 'check_limited');
    // Another recipient and another account are not affected.
    const other = await verifier.created({});
    expect(await verifier.check(other.verification_id, verifier.codeIn(other))).toAnswer(200);
    const stranger = await createAccount(service);
    const answer = await service.api.post(
      '/api/otp/check',
      { phone, otp_code: '1111' },
      { token: stranger.key },
    );
    expect(answer).toAnswer(200);
  });

  it('do not exceed the total in parallel', async () => {
    const { key } = await createAccount(service);
    const phone = newPhone();
    const guesses = Array.from({ length: 40 }, (_, i) => String(100_000 + i));
    const answers = await Promise.all(
      guesses.map((otp_code) => service.api.post('/api/otp/check', { phone, otp_code }, { token: key })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
  });

  it('do not count right codes', async () => {
    const { key } = await createAccount(service, 100_000);
    const phone = newPhone();
    for (let i = 0; i < LIMIT + 2; i++) {
      const otp_code = String(300_000 + i);
      await service.api.post('/api/otp/send', sendBody({ phone, otp_code }), { token: key });
      const { body } = await service.api.post('/api/otp/check', { phone, otp_code }, { token: key });
      expect(body.data).toEqual({ valid: true });
    }
  });
});

describe('a code of four digits', () => {
  it('allows three tries of a verification, whatever is requested', async () => {
    const verifier = await Verifier.with(service);
    for (const max_attempts of [10, 5, 4, 3, undefined])
      expect((await verifier.created({ code_length: 4, max_attempts })).attempts_left).toBe(3);
    const sent = await verifier.created({ code_length: 4, max_attempts: 10 });
    const code = verifier.codeIn(sent);
    for (const nth of [1, 2, 3]) await verifier.check(sent.verification_id, notThe(code, nth));
    expect((await verifier.check(sent.verification_id, code)).body.data).toMatchObject({ status: 'failed' });
  });

  it('allows three guesses at a code of the caller', async () => {
    const { key } = await createAccount(service);
    const phone = newPhone();
    await service.api.post('/api/otp/send', sendBody({ phone, otp_code: '4829' }), { token: key });
    const check = (otp_code: string) =>
      service.api.post('/api/otp/check', { phone, otp_code }, { token: key });
    for (const guess of ['1111', '2222', '3333'])
      expect((await check(guess)).body.data).toEqual({ valid: false });
    expect((await check('4829')).body.code).toBe('check_limited');
  });
});
