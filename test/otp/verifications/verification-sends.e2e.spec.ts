import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Verification } from '../../../src/otp/verifications/verification.entities.js';
import { VerificationRows } from '../../../src/otp/verifications/verification-rows.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { IdempotencyKey } from '../../../src/platform/idempotency/index.js';
import { reportStatus } from '../../callbacks/report-status.js';
import { keepBooks } from '../../support/app.js';
import { newPhone, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { statementsOf } from '../../support/statements.js';
import { dataOf, notThe, recover, REFUSE, type Sent, verificationBody, Verifier } from './verifications.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { RECOVERY_SECONDS: '3600', RECIPIENT_ATTEMPTS_MAX: '20' },
  });
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const rows = ({ account: { userId } }: Verifier) => service.database.read.countBy(Verification, { userId });
const key = (name: string) => ({ 'idempotency-key': `${name}-${newPhone()}` });

describe('the send of a code fails', () => {
  it.each([
    ['phone_invalid', { phone: '12' }],
    ['company_name_too_long', { company_name: 'x'.repeat(21) }],
    ['company_name_invalid', { company_name: 'wa.me/1' }],
    ['external_id_invalid', { external_id: '081234567890' }],
    ['metadata_invalid', { metadata: { a: '+62 812-3456-7890' } }],
    ['parameter_missing', { phone: ' ' }],
  ])('with %s before anything is written', async (code, body) => {
    const verifier = await Verifier.with(service, 200);
    expect((await verifier.create(body)).body.code).toBe(code);
    expect([await rows(verifier), await verifier.balance()]).toEqual([0, 200]);
  });

  it('for want of credit', async () => {
    const verifier = await Verifier.with(service, 300);
    const phone = newPhone();
    const first = await verifier.created({ phone });
    for (const answer of [await verifier.create(), await verifier.resend(first.verification_id, phone)])
      expect(answer).toAnswer(402, { code: 'insufficient_credit', credit_balance: 100 });
    expect(await rows(verifier)).toBe(1);
    expect(await verifier.told(first.verification_id, verifier.codeIn(first))).toEqual(['approved', 5]);
  });

  it('at the gateway, provably: there is no verification, and nothing is paid', async () => {
    const verifier = await Verifier.with(service);
    service.gateway.script([REFUSE]);
    const answer = await verifier.create();
    expect(answer).toAnswer(502, { code: 'gateway_error', reason: 'not_on_whatsapp' });
    expect(answer.text).not.toContain('verification_id');
    expect([await rows(verifier), await verifier.balance()]).toEqual([0, 10_000]);
  });

  it('with an unknown outcome: the verification is told, since its code may have arrived', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    service.gateway.script([{ dropAnswer: 'after' }, { dropAnswer: 'after' }]);
    const answer = await verifier.create({ phone });
    const first = answer.body as unknown as Sent;
    expect(answer).toAnswer(504, {
      code: 'gateway_unknown',
      verification_id: expect.stringMatching(/^ver_/),
      expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
      attempts_left: 5,
    });
    const again = await verifier.resend(first.verification_id, phone);
    expect(again).toAnswer(504, { verification_id: first.verification_id });
    const second = again.body as unknown as Sent;
    expect(await verifier.told(first.verification_id, verifier.codeIn(first))).toEqual(['pending', 4]);
    expect(await verifier.told(first.verification_id, verifier.codeIn(second))).toEqual(['approved', 4]);
    await recover(service);
    expect(await verifier.balance()).toBe(10_000 - 2 * 200);
  });

  it('and the old code stays when a new one provably went nowhere', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const sent = await verifier.created({ phone });
    const before = await verifier.row(sent.verification_id);
    service.gateway.script([REFUSE]);
    expect(await verifier.resend(sent.verification_id, phone)).toAnswer(502);
    expect(await verifier.row(sent.verification_id)).toEqual(before);
    expect(await verifier.told(sent.verification_id, verifier.codeIn(sent))).toEqual(['approved', 5]);
    expect(await verifier.balance()).toBe(9800);
  });

  it('also where the gateway had reported the failure before it refused the new one', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const sent = await verifier.created({ phone });
    const before = await verifier.row(sent.verification_id);
    const reported: Promise<void>[] = [];
    service.gateway.script(({ reference }) => {
      reported.push(reportStatus(service, 'none', 'failed', { reference }));
      return { ...REFUSE, answerDelayMs: 300 };
    });
    expect(await verifier.resend(sent.verification_id, phone)).toAnswer(502);
    service.gateway.script(null);
    expect(await Promise.all(reported)).toHaveLength(1);
    expect(await verifier.row(sent.verification_id)).toEqual(before);
    expect(await verifier.told(sent.verification_id, verifier.codeIn(sent))).toEqual(['approved', 5]);
    expect(await verifier.balance()).toBe(9800);
  });

  it('for a test key as for a live one', async () => {
    const verifier = await (await Verifier.with(service)).testing();
    const told = [];
    for (const last of ['06', '08', '33', '34', '22']) {
      const answer = await verifier.create({ phone: `6280000000${last}` });
      told.push([answer.body.code, 'verification_id' in answer.body]);
    }
    expect(told).toEqual([
      ['gateway_unknown', true],
      ['gateway_error', false],
      ['insufficient_credit', false],
      ['duplicate', false],
      ['rate_limited', false],
    ]);
    expect(await rows(verifier)).toBe(1);
  });
});

it('a refund is what a send’s is: when the delivery failed', async () => {
  const verifier = await Verifier.with(service);
  const sent = await verifier.created();
  await service.gateway.callback(sent.message_id, 'failed', 'no');
  expect(await verifier.balance()).toBe(10_000);
  // Whoever shows the code has it.
  expect(await verifier.told(sent.verification_id, verifier.codeIn(sent))).toEqual(['approved', 5]);
});

describe('an Idempotency-Key', () => {
  it('makes one verification of many equal requests, and answers 201 again, byte for byte', async () => {
    const verifier = await Verifier.with(service);
    const [body, headers] = [verificationBody(), key('buat')];
    const answers = await Promise.all(Array.from({ length: 8 }, () => verifier.post('', body, headers)));
    const first = answers.find(({ status }) => status === 201);
    for (const answer of answers) {
      if (answer.status === 201) expect(answer.text).toBe(first?.text);
      else expect(answer).toAnswer(409);
    }
    const replay = await verifier.post('', body, headers);
    expect(replay).toAnswer(201);
    expect([replay.text, replay.headers.get('idempotency-replayed')]).toEqual([first?.text, 'true']);
    expect([await rows(verifier), await verifier.balance()]).toEqual([1, 9800]);
  });

  it('replays a 504 with its verification, and a 502', async () => {
    const verifier = await Verifier.with(service);
    service.gateway.script([{ dropAnswer: 'after' }, REFUSE]);
    for (const status of [504, 502]) {
      const [body, headers] = [verificationBody(), key('buat')];
      const [first, again] = [await verifier.post('', body, headers), await verifier.post('', body, headers)];
      expect(first).toAnswer(status);
      expect(again.text).toBe(first.text);
    }
  });

  it('sends one new code', async () => {
    const verifier = await Verifier.with(service);
    const phone = newPhone();
    const { verification_id: id } = await verifier.created({ phone });
    const headers = key('ulang');
    const [first, again] = [
      await verifier.resend(id, phone, headers),
      await verifier.resend(id, phone, headers),
    ];
    expect(first).toAnswer(200);
    expect(again).toAnswer(200);
    expect(again.text).toBe(first.text);
    expect([(await verifier.row(id)).resends, await verifier.balance()]).toEqual([1, 9600]);
  });

  it('gives a check’s answer again, approved too, without a try more', async () => {
    const verifier = await Verifier.with(service);
    const sent = await verifier.created();
    const [id, code] = [sent.verification_id, verifier.codeIn(sent)];
    for (const [otp_code, status] of [
      [notThe(code), 'pending'],
      [code, 'approved'],
    ] as const) {
      const headers = key('periksa');
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => verifier.check(id, otp_code, headers)),
      );
      const told = answers.filter((answer) => answer.status === 200).map(({ text }) => text);
      const again = await verifier.check(id, otp_code, headers);
      expect(dataOf<Sent>(again).status).toBe(status);
      expect(new Set([...told, again.text]).size).toBe(1);
      const other = await verifier.check(id, notThe(code, 5), headers);
      expect(other.body.code).toBe('idempotency_mismatch');
    }
    expect((await verifier.row(id)).attemptsLeft).toBe(4);
  });

  it('is free again where nothing was done', async () => {
    const verifier = await Verifier.with(service);
    const sent = await verifier.created();
    const headers = key('periksa');
    expect(await verifier.check('ver_x', '1234', headers)).toAnswer(404);
    const answer = await verifier.check(sent.verification_id, verifier.codeIn(sent), headers);
    expect(dataOf<Sent>(answer).status).toBe('approved');
  });
});

describe('when the process dies', () => {
  /** What it leaves behind that dies after it opened the send: nothing is answered, nothing is kept. */
  async function dead(verifier: Verifier, dropAnswer: 'before' | 'after') {
    service.gateway.script([{ dropAnswer }]);
    const [body, headers] = [verificationBody(), key('mati')];
    const answer = await verifier.post('', body, headers);
    expect(answer).toAnswer(504);
    await service.database.tx((tx) =>
      tx.update(IdempotencyKey, { userId: verifier.account.userId }, { status: null, answer: null }),
    );
    expect((await verifier.post('', body, headers)).body.code).toBe('idempotency_in_flight');
    await recover(service);
    const again = await verifier.post('', body, headers);
    return { phone: body.phone, answer: answer.body as unknown as Sent, again };
  }

  it('whoever asks again gets the verification, once its message is found', async () => {
    const verifier = await Verifier.with(service);
    const { answer, again } = await dead(verifier, 'after');
    expect(again).toAnswer(201);
    const sent = dataOf<Sent>(again);
    expect(sent).toMatchObject({
      verification_id: answer.verification_id,
      status: 'pending',
      reference: answer.reference,
      attempts_left: 5,
      credit_used: 200,
      credit_balance: 9800,
    });
    expect(await verifier.told(sent.verification_id, verifier.codeIn(sent))).toEqual(['approved', 5]);
  });

  it('it stays when no gateway ever took its message, since its sender may have told of it, and takes another code', async () => {
    const verifier = await Verifier.with(service);
    const { phone, answer, again } = await dead(verifier, 'before');
    expect(again).toAnswer(502, 'gateway_error');
    expect(await verifier.balance()).toBe(10_000);
    expect(again.text).not.toContain(answer.verification_id);
    expect(await verifier.told(answer.verification_id, '000000')).toEqual(['pending', 4]);
    const sent = dataOf<Sent>(await verifier.resend(answer.verification_id, phone));
    expect(await verifier.told(answer.verification_id, verifier.codeIn(sent))).toEqual(['approved', 4]);
    expect(await verifier.balance()).toBe(9800);
  });

  it('between the charge and the verification, nothing is sent, and the recovery gives the price back', async () => {
    const verifier = await Verifier.with(service);
    const store = service.app.get(VerificationRows);
    const insert = store.insert.bind(store);
    store.insert = () => Promise.reject(new Error('the process died'));
    const before = service.gateway.accepted.length;
    const answer = await verifier.create();
    store.insert = insert;
    expect(answer).toAnswer(500);
    expect(service.gateway.accepted.length).toEqual(before);
    await recover(service);
    const [message] = await verifier.messages();
    expect(message).toMatchObject({ status: 'failed', creditUsed: 0 });
    expect([await rows(verifier), await verifier.balance()]).toEqual([0, 10_000]);
  });
});

it('an ordinary send asks nothing about verifications', async () => {
  const { token } = await Verifier.with(service);
  // The service's own rounds look for those that expire, and may come beside the send.
  await service.app.get(Sweepers).onModuleDestroy();
  const statements = await statementsOf(service, () =>
    service.api.post('/api/otp/send', sendBody(), { token }),
  );
  expect(statements.length).toBeGreaterThan(3);
  expect(statements.filter(({ sql }) => /verifications/.test(sql))).toEqual([]);
});
