import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { Verification } from '../../../src/otp/verifications/verification.entities.js';
import { keepBooks } from '../../support/app.js';
import { newPhone } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { dataOf, expire, notThe, REFUSE, type Sent, Verifier } from './verifications.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: {
      RECOVERY_SECONDS: '3600',
      RECIPIENT_ATTEMPTS_MAX: '100',
      RECIPIENT_HOURLY_MAX: '1000',
      CHECK_RATE_PER_MINUTE: '100000',
      NOT_ON_WHATSAPP_MAX: '0',
    },
  });
});
afterAll(() => service.close());
keepBooks(() => service);

const ROUNDS = 10;
const many = <T>(count: number, ask: (nth: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, nth) => ask(nth)));
const count = (found: string[], status: string) => found.filter((each) => each === status).length;

it('of many right checks at once one is approved', async () => {
  const verifier = await Verifier.with(service);
  for (let round = 0; round < ROUNDS; round++) {
    const sent = await verifier.created();
    const code = verifier.codeIn(sent);
    const told = await many(20, async () => (await verifier.told(sent.verification_id, code))[0]);
    expect([count(told, 'approved'), count(told, 'verification_over')]).toEqual([1, 19]);
  }
  expect(await verifier.events()).toHaveLength(ROUNDS);
});

it('of many guesses at once no more are compared than there are tries', async () => {
  const verifier = await Verifier.with(service);
  for (let round = 0; round < ROUNDS; round++) {
    const sent = await verifier.created({ max_attempts: 3 });
    const [id, code] = [sent.verification_id, verifier.codeIn(sent)];
    const told = await many(20, async (nth) => (await verifier.told(id, notThe(code, nth + 1)))[0]);
    expect([count(told, 'pending'), count(told, 'failed')]).toEqual([2, 18]);
    expect((await verifier.row(id)).attemptsLeft).toBe(0);
  }
  expect(await verifier.events()).toHaveLength(ROUNDS);
});

it('guesses, the right code, a cancellation and the end of its time agree on one ending', async () => {
  const verifier = await Verifier.with(service);
  const endings = new Set<string>();
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const sent = await verifier.created({ max_attempts: 4 });
    const [id, code] = [sent.verification_id, verifier.codeIn(sent)];
    const before = (await verifier.events()).length;
    const wrong = many(4, async (nth) => (await verifier.told(id, notThe(code, nth + 1)))[0]);
    const right = many(2, async () => (await verifier.told(id, code))[0]);
    const [told] = await Promise.all([right, wrong, verifier.cancel(id), expire(service)]);
    const { status } = dataOf<Sent>(await verifier.get(id));
    endings.add(status);
    expect(count(told, 'approved')).toBe(status === 'approved' ? 1 : 0);
    expect((await verifier.events()).length - before).toBe(status === 'cancelled' ? 0 : 1);
  }
  expect([...endings].every((status) => status !== 'pending' && status !== 'expired')).toBe(true);
});

it('new codes go one at a time, however many are asked for at once; five go, each is paid, and the last one is right', async () => {
  const verifier = await Verifier.with(service);
  const phone = newPhone();
  const first = await verifier.created({ phone });
  const id = first.verification_id;
  const sent: Sent[] = [];
  while (sent.length < 5) {
    const answers = await many(6, () => verifier.resend(id, phone));
    const gone = answers.filter(({ status }) => status === 200);
    expect(gone.length).toBeGreaterThan(0);
    sent.push(...gone.map((answer) => dataOf<Sent>(answer)));
    for (const { status, body } of answers)
      expect([200, 'resend_in_flight', 'resend_limit']).toContain(body.code ?? status);
  }
  expect((await verifier.resend(id, phone)).body.code).toBe('resend_limit');
  expect((await verifier.row(id)).resends).toBe(5);
  expect(await verifier.balance()).toBe(10_000 - 6 * 200);
  const { reference } = dataOf<Sent>(await verifier.get(id));
  const last = sent.find((each) => each.reference === reference);
  const others = [first, ...sent.filter((each) => each !== last)];
  // By chance two of six codes may be the same.
  const wrong = others
    .map((each) => verifier.codeIn(each))
    .filter((code) => code !== verifier.codeIn(last ?? first));
  for (const code of wrong.slice(0, 4)) expect((await verifier.told(id, code))[0]).toBe('pending');
  expect((await verifier.told(id, verifier.codeIn(last ?? first)))[0]).toBe('approved');
});

it('of many new codes at once that the gateway refuses none leaves a trace', async () => {
  const verifier = await Verifier.with(service);
  const phone = newPhone();
  const first = await verifier.created({ phone });
  const id = first.verification_id;
  const before = await verifier.row(id);
  service.gateway.script(() => REFUSE);
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await many(3, () => verifier.resend(id, phone));
    const codes = answers.map(({ body }) => body.code);
    expect(count(codes.map(String), 'gateway_error')).toBeGreaterThan(0);
    for (const code of codes) expect(['gateway_error', 'resend_in_flight']).toContain(code);
    expect(await verifier.row(id)).toEqual(before);
  }
  service.gateway.script(null);
  expect(await verifier.balance()).toBe(9800);
  expect(await verifier.told(id, verifier.codeIn(first))).toEqual(['approved', 5]);
});

it('a new code that meets the end of its verification is taken back', async () => {
  const verifier = await Verifier.with(service, 100_000);
  let refused = 0;
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const phone = newPhone();
    const sent = await verifier.created({ phone });
    const before = await verifier.balance();
    const [answer] = await Promise.all([
      verifier.resend(sent.verification_id, phone),
      verifier.cancel(sent.verification_id),
    ]);
    if (answer.status !== 200) refused++;
    expect(answer.status === 200 ? 200 : answer.body.code).toBe(
      answer.status === 200 ? 200 : 'verification_over',
    );
    expect(before - (await verifier.balance())).toBe(answer.status === 200 ? 200 : 0);
  }
  expect(refused).toBeGreaterThan(0);
});

it.runIf(inject('engine') === 'mysql')(
  'the expiry waits for one that another transaction has locked, and ends it once',
  async () => {
    const verifier = await Verifier.with(service);
    const { verification_id: id } = await verifier.created({ ttl_seconds: 60 });
    service.clock.advance(61);
    let free = () => {};
    let holder: Promise<void> | undefined;
    await new Promise<void>((held) => {
      holder = service.database.tx(async (tx) => {
        const query = tx.createQueryBuilder(Verification, 'verification').where({ reference: id });
        await query.setLock('pessimistic_write').getOneOrFail();
        held();
        await new Promise<void>((freed) => (free = freed));
      });
    });
    const transactions = vi.spyOn(service.database, 'tx');
    const expiring = expire(service);
    await vi.waitFor(() => expect(transactions).toHaveBeenCalled());
    expect((await verifier.row(id)).status).toBe('pending');
    free();
    await holder;
    await expiring;
    // A hundred if it asked over and over; the service's own sweeps count too.
    expect(transactions.mock.calls.length).toBeLessThan(10);
    transactions.mockRestore();
    expect((await verifier.row(id)).status).toBe('expired');
  },
);
