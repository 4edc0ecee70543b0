import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreditEntry } from '../../src/credit/credit.entities.js';
import { checkPayments } from '../../src/operations/doctor/run-checks.js';
import { PaymentReviews } from '../../src/payments/payment-reviews.js';
import { PaymentProviders } from '../../src/payments/providers/payment-providers.js';
import { type ProviderName, PROVIDERS } from '../../src/payments/providers/provider.js';
import { ProviderHosts } from '../../src/payments/providers/provider-http.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { User } from '../../src/users/user.entities.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { type Account, createAccount } from '../support/factories.js';
import { adminToken, userToken } from '../support/tokens.js';
import { KEYS, tripaySignature } from './documents.js';
import { type FakePayment, FakeProviders, type FakeState, type SentCallback } from './fake-providers.js';

const AMOUNT = 50_000;
/** Longer than a QR code can be paid. */
const LATE_SECONDS = 31 * 60;

interface Payment {
  id: number;
  status: string;
  qr_text: string | null;
  pay_code: string | null;
  page_url: string | null;
}

let test: TestApp;
let fake: FakeProviders;
let admin: string;
beforeAll(async () => {
  test = await startTestApp({
    env: { ...KEYS, SIGNUP_CREDIT: '0', ALERTS_SECONDS: '3600', PUBLIC_URL: 'https://otp.example.test' },
  });
  fake = await FakeProviders.start(() => test.clock.now());
  Object.assign(test.app.get(ProviderHosts), { midtrans: fake.url, tripay: fake.url });
  admin = await adminToken(test);
});
afterAll(async () => {
  await test.close();
  await fake.close();
});
keepBooks(() => test);

/** A top-up request of an account of its own, and what happens to it. */
class Scene {
  private constructor(
    readonly provider: ProviderName,
    readonly account: Account,
    readonly token: string,
    readonly requestId: number,
  ) {}

  static async open(provider: ProviderName): Promise<Scene> {
    const account = await createAccount(test, 0);
    const token = await userToken(test, account.userId);
    const asked = await test.api.post(
      '/api/account/top-up/requests',
      { amount: AMOUNT, sender: 'Budi' },
      { token },
    );
    return new Scene(provider, account, token, (asked.body.data as { id: number }).id);
  }

  private get path(): string {
    return `/api/account/top-up/requests/${this.requestId}`;
  }

  create(method = 'qris') {
    return test.api.post(`${this.path}/payments`, { provider: this.provider, method }, { token: this.token });
  }

  /** The payment at the provider. */
  async pay(state: FakeState = 'paid', method = 'qris'): Promise<FakePayment> {
    expect(await this.create(method)).toAnswer(201);
    const made = [...fake.payments.values()].at(-1);
    if (!made) throw new Error('the provider made no payment');
    made.state = state;
    return made;
  }

  call({ headers, raw }: SentCallback) {
    return test.api.post(`/api/payments/${this.provider}`, undefined, { raw, headers });
  }

  async told(payment: FakePayment, as?: FakeState): Promise<void> {
    expect(await this.call(fake.callback(payment, as))).toAnswer(200);
  }

  async cancel(): Promise<void> {
    expect(await test.api.delete(this.path, { token: this.token })).toAnswer(200);
  }

  async decide(what: 'confirm' | 'decline'): Promise<void> {
    const body = what === 'decline' ? { reason: 'Belum masuk.' } : {};
    const path = `/api/admin/top-up/requests/${this.requestId}/${what}`;
    expect(await test.api.post(path, body, { token: admin })).toAnswer(200);
  }

  async payments(): Promise<Payment[]> {
    const answer = await test.api.get(`${this.path}/payments`, { token: this.token });
    expect(answer).toAnswer(200);
    return answer.body.data;
  }

  topUps(): Promise<CreditEntry[]> {
    return test.database.read.findBy(CreditEntry, { userId: this.account.userId, kind: 'topup' });
  }

  /** `confirmed` also names the line of the ledger. */
  async request(): Promise<{ status: string; entry_id: number | null }> {
    const { body } = await test.api.get('/api/account/top-up/requests', { token: this.token });
    const { items } = body.data as { items: { id: number; status: string; entry_id: number | null }[] };
    const found = items.find(({ id }) => id === this.requestId);
    if (!found) throw new Error('the request is gone');
    return found;
  }
}

const sweep = () => test.app.get(Sweepers).runOnce('payments');

interface Case {
  title: string;
  play: (scene: Scene) => Promise<unknown>;
  /** Top-ups of the amount asked for. */
  credits: 0 | 1;
  status: 'pending' | 'paid' | 'expired' | 'failed';
  request?: 'open' | 'confirmed' | 'cancelled' | 'declined';
  review?: string;
  reversal?: string;
  only?: ProviderName;
}

const CASES: Case[] = [
  {
    title: 'is credited when the provider confirms it',
    play: async (scene) => scene.told(await scene.pay()),
    credits: 1,
    status: 'paid',
  },
  {
    title: 'is credited once, however often and concurrently its callback comes',
    async play(scene) {
      const payment = await scene.pay();
      await Promise.all(Array.from({ length: 6 }, () => scene.told(payment)));
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
  },
  {
    title: 'keeps its credit when older callbacks come later',
    async play(scene) {
      const payment = await scene.pay();
      await scene.told(payment);
      for (const as of ['pending', 'expired', 'failed', 'paid'] as const) await scene.told(payment, as);
    },
    credits: 1,
    status: 'paid',
  },
  {
    title: 'is not credited by an authentic callback that the provider does not confirm',
    play: async (scene) => scene.told(await scene.pay('pending'), 'paid'),
    credits: 0,
    status: 'pending',
    request: 'open',
  },
  {
    title: 'is credited later where its state could not be asked, which is a 503',
    async play(scene) {
      const payment = await scene.pay();
      for (const outage of ['refuses', 'cuts', 'babbles', 'denies'] as const) {
        fake.outage = outage;
        const answer = await scene.call(fake.callback(payment));
        fake.outage = undefined;
        expect(answer).toAnswer(503, 'unavailable');
        expect(answer.headers.get('retry-after')).toBeTruthy();
        expect(await scene.topUps()).toEqual([]);
      }
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
  },
  {
    title: 'is credited without any callback',
    async play(scene) {
      await scene.pay();
      test.clock.advance(90);
      await sweep();
      test.clock.reset();
    },
    credits: 1,
    status: 'paid',
  },
  {
    title: 'is credited by the amount asked for, where the payer bears a fee',
    async play(scene) {
      const payment = await scene.pay();
      payment.fee = 820;
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
  },
  {
    title: 'of another amount is not credited',
    async play(scene) {
      const payment = await scene.pay();
      payment.amount = AMOUNT + 1;
      await scene.told(payment);
      await scene.told(payment);
    },
    credits: 0,
    status: 'pending',
    request: 'open',
    review: 'amount_differs',
  },
  {
    title: 'is credited after its request was cancelled, once, and the request is still there',
    async play(scene) {
      const payment = await scene.pay();
      await scene.cancel();
      expect(await scene.request()).toMatchObject({ status: 'cancelled', entry_id: null });
      await scene.told(payment);
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
    review: 'after_cancellation',
  },
  {
    title: 'is credited after its request was declined, once',
    async play(scene) {
      const payment = await scene.pay();
      await scene.decide('decline');
      await scene.told(payment);
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
    review: 'after_decline',
  },
  {
    title: 'is not credited again after an administrator confirmed the request',
    async play(scene) {
      const payment = await scene.pay();
      await scene.decide('confirm');
      await scene.told(payment);
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
    review: 'already_confirmed',
  },
  {
    title: 'is credited once, where an administrator confirms the request at the same time',
    async play(scene) {
      const payment = await scene.pay();
      const path = `/api/admin/top-up/requests/${scene.requestId}/confirm`;
      await Promise.all([scene.told(payment), test.api.post(path, {}, { token: admin })]);
    },
    credits: 1,
    status: 'paid',
    review: '*',
  },
  {
    title: 'is not credited again after another payment of the request',
    async play(scene) {
      const first = await scene.pay('paid', 'va_bca');
      const second = await scene.pay();
      await Promise.all([scene.told(first), scene.told(second)]);
    },
    credits: 1,
    status: 'paid',
    review: '*',
  },
  {
    title: 'that the provider calls paid after its expiry is credited once',
    async play(scene) {
      const payment = await scene.pay('pending');
      test.clock.advance(LATE_SECONDS);
      expect(await scene.payments()).toMatchObject([{ status: 'expired' }]);
      payment.state = 'paid';
      await scene.told(payment);
      await scene.told(payment);
      test.clock.reset();
    },
    credits: 1,
    status: 'paid',
    review: 'after_expiry',
  },
  {
    title: 'that the provider first called expired is credited once',
    async play(scene) {
      const payment = await scene.pay('expired');
      await scene.told(payment);
      expect(await scene.payments()).toMatchObject([{ status: 'expired' }]);
      payment.state = 'paid';
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
    review: 'after_expiry',
  },
  {
    title: 'that failed is not credited',
    play: async (scene) => scene.told(await scene.pay('failed')),
    credits: 0,
    status: 'failed',
    request: 'open',
  },
  {
    title: 'keeps its credit after a refund, which is only an alert',
    async play(scene) {
      const payment = await scene.pay();
      await scene.told(payment);
      payment.state = 'refunded';
      await scene.told(payment);
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
    reversal: 'refunded',
  },
  {
    title: 'keeps its credit after a chargeback, which is only an alert',
    async play(scene) {
      const payment = await scene.pay();
      await scene.told(payment);
      payment.state = 'charged_back';
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
    reversal: 'charged_back',
    only: 'midtrans',
  },
  {
    title: 'that the provider denies after it was paid keeps its credit, with an alert',
    async play(scene) {
      const payment = await scene.pay();
      await scene.told(payment);
      payment.state = 'failed';
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
    reversal: 'failed',
  },
  {
    title: 'that was refunded before we knew it is not credited',
    play: async (scene) => scene.told(await scene.pay('refunded')),
    credits: 0,
    status: 'failed',
    request: 'open',
    reversal: 'refunded',
  },
  {
    title: 'captured by a card is credited where fraud is accepted, and not before',
    async play(scene) {
      const payment = await scene.pay('captured');
      payment.fraud = 'challenge';
      await scene.told(payment);
      expect(await scene.topUps()).toEqual([]);
      payment.fraud = 'accept';
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
    only: 'midtrans',
  },
  {
    title: 'whose making was not answered is credited all the same',
    async play(scene) {
      fake.losesNextResponse = true;
      expect(await scene.create()).toAnswer(502, 'payment_failed');
      const payment = [...fake.payments.values()].at(-1) as FakePayment;
      payment.state = 'paid';
      await scene.told(payment);
    },
    credits: 1,
    status: 'paid',
  },
];

describe.each(PROVIDERS)('a payment at %s', (provider) => {
  it.each(CASES.filter(({ only }) => only === undefined || only === provider))(
    '$title',
    async ({ play, credits, status, request = 'confirmed', review, reversal }) => {
      const scene = await Scene.open(provider);
      await play(scene);
      const entries = await scene.topUps();
      expect(entries.map(({ amount, balanceAfter }) => [amount, balanceAfter])).toEqual(
        Array(credits).fill([AMOUNT, AMOUNT]),
      );
      const [latest] = await scene.payments();
      expect(latest?.status).toBe(status);
      const { status: became, entry_id: entryId } = await scene.request();
      expect([became, entryId]).toEqual([request, entries[0]?.id ?? null]);
      const reviews = test.app.get(PaymentReviews);
      const ours = (noted: { requestId: number; cause: string }[]) =>
        noted.filter((each) => each.requestId === scene.requestId).map(({ cause }) => cause);
      const reviewed = ours(await reviews.reviews(1000));
      if (review === '*') expect(['', 'already_confirmed']).toContain(reviewed.join());
      else expect(reviewed).toEqual(review ? [review] : []);
      expect(ours(await reviews.reversals(1000))).toEqual(reversal ? [reversal] : []);
      expect(fake.complaints).toEqual([]);
    },
  );

  it('is one line of the ledger as a confirmed transfer is, with a receipt', async () => {
    const scene = await Scene.open(provider);
    await scene.told(await scene.pay());
    const [entry] = await scene.topUps();
    const title = provider === 'midtrans' ? 'Midtrans' : 'Tripay';
    expect(entry).toMatchObject({
      actorId: null,
      messageId: null,
      note: `Pembayaran QRIS lewat ${title} (permintaan ${scene.requestId})`,
    });
    const receipt = await test.api.get(`/api/account/credit/entries/${entry?.id}/receipt`, {
      token: scene.token,
    });
    expect(receipt.body.data).toMatchObject({ amount: AMOUNT, note: entry?.note });
  });

  it.each([
    ['qris', { qr_text: expect.stringContaining('00020101-pay_') as string, pay_code: null }],
    ['va_bca', { qr_text: null, pay_code: expect.stringMatching(/^\d{10,20}$/) as string }],
    ['va_bni', { pay_code: expect.any(String) as string }],
    ['va_bri', { pay_code: expect.any(String) as string }],
    ['va_permata', { pay_code: expect.any(String) as string }],
  ])('by %s says how to pay it, and is one while it can be paid', async (method, instructions) => {
    const scene = await Scene.open(provider);
    const [first, second] = [await scene.create(method), await scene.create(method)];
    expect(first).toAnswer(201);
    expect(first.body.data).toMatchObject({
      provider,
      method,
      amount: AMOUNT,
      status: 'pending',
      ...instructions,
    });
    expect(second.body.data).toEqual(first.body.data);
    expect(fake.complaints).toEqual([]);
  });

  it('that the provider rejects is payment_failed', async () => {
    const scene = await Scene.open(provider);
    fake.outage = 'refuses';
    const answer = await scene.create();
    fake.outage = undefined;
    expect(answer).toAnswer(502, 'payment_failed');
    expect(await scene.payments()).toMatchObject([{ status: 'failed', qr_text: null }]);
  });

  it('is not changed by a forged callback, and the provider is not asked', async () => {
    const scene = await Scene.open(provider);
    const payment = await scene.pay();
    const { headers, raw } = fake.callback(payment);
    const stranger = fake.callback({ ...payment, reference: 'pay_01ARZ3NDEKTSV4RRFFQ69G5FAV' });
    const { asked } = fake;
    const forged: SentCallback[] = [
      { headers: {}, raw: raw.replace(/"signature_key":"[^"]*"/, '"signature_key":""') },
      {
        headers: { ...headers, 'x-callback-signature': 'f'.repeat(64) },
        raw: raw.replace(/[0-9a-f]{128}/, 'f'.repeat(128)),
      },
      { headers, raw: raw.replace(String(AMOUNT), String(AMOUNT + 1)) },
      {
        headers: stranger.headers,
        raw: raw.replace(/[0-9a-f]{128}/, /[0-9a-f]{128}/.exec(stranger.raw)?.[0] ?? ''),
      },
      { headers: { ...headers, 'x-callback-signature': 'ÿ' }, raw: raw.replace(/[0-9a-f]{128}/, 'ÿ') },
      { headers: {}, raw: '{}' },
    ];
    for (const each of forged) expect(await scene.call(each)).toAnswer(401, 'signature_invalid');
    expect(fake.asked).toBe(asked);
    expect(await scene.topUps()).toEqual([]);
    // Of a payment that is not ours, such as another shop's of the operator: taken, and nothing happens.
    expect(await scene.call(stranger)).toAnswer(200);
    expect(fake.asked).toBe(asked);
  });

  it('is of its own account only, and of a request that is open', async () => {
    const [scene, stranger] = [await Scene.open(provider), await Scene.open(provider)];
    const path = `/api/account/top-up/requests/${scene.requestId}/payments`;
    const body = { provider, method: 'qris' };
    expect(await test.api.post(path, body, { token: stranger.token })).toAnswer(404, 'not_found');
    expect(await test.api.get(path, { token: stranger.token })).toAnswer(404, 'not_found');
    expect(await test.api.post(path, { ...body, method: 'kartu' }, { token: scene.token })).toAnswer(400);
    await scene.decide('decline');
    expect(await scene.create()).toAnswer(409, 'top_up_decided');
  });

  it('of who may not top up is refused when it is made, and not when it is paid', async () => {
    const scene = await Scene.open(provider);
    const { userId } = scene.account;
    const payment = await scene.pay();
    const { config, database } = test;
    config.EMAIL_VERIFICATION = 'required';
    await database.tx((tx) => tx.update(User, { id: userId }, { emailVerifiedAt: null }));
    expect(await scene.create('va_bca')).toAnswer(403, 'email_unverified');
    await scene.told(payment);
    config.EMAIL_VERIFICATION = 'optional';
    expect(await scene.topUps()).toHaveLength(1);
  });
});

it('an operator is alerted of each payment to look at, and of each that went back', async () => {
  await test.app.get(Sweepers).runOnce('operator alerts');
  const { body } = await test.api.get('/api/admin/alerts?state=open&limit=100', { token: admin });
  const { items } = body.data as { items: { kind: string; subject: string; detail: { cause?: string } }[] };
  const causes = (kind: string) =>
    [...new Set(items.flatMap((each) => (each.kind === kind ? [each.detail.cause] : [])))].toSorted();
  expect(causes('payment_review')).toEqual([
    'after_cancellation',
    'after_decline',
    'after_expiry',
    'already_confirmed',
    'amount_differs',
  ]);
  expect(causes('payment_reversed')).toEqual(['charged_back', 'failed', 'refunded']);
  for (const { kind, subject } of items)
    if (kind.startsWith('payment_')) expect(subject).toMatch(/^payment:\d+$/);
});

it('the doctor asks each provider with our key, and names channels that are not active', async () => {
  const check = async () =>
    (await checkPayments(test.app.get(PaymentProviders))).map(({ result, text }) => `${result} ${text}`);
  expect(await check()).toEqual([
    expect.stringMatching(/^good Midtrans/),
    expect.stringMatching(/^good Tripay/),
  ]);
  Object.assign(fake.channels[0] ?? {}, { active: false });
  expect(await check()).toContain('bad Tripay: channels that are not active: QRIS');
  fake.outage = 'refuses';
  expect(await check()).toEqual([
    'bad Midtrans: status_code 503',
    'bad Tripay: status 503, not as documented',
  ]);
  fake.outage = undefined;
});

it('signs for Tripay as its document does', () => {
  expect(tripaySignature('T0001INV555671500000', 'ytf6ooi2gmlNPfpchd94jDOk8hRWOu')).toBe(
    '9f167eba844d1fcb369404e2bda53702e2f78f7aa12e91da6715414e65b8c86a',
  );
});

it('the providers that are set up are known to accounts, and an unknown one is not found', async () => {
  const token = await userToken(test, (await createAccount(test)).userId);
  const { body } = await test.api.get('/api/account/top-up/payment-options', { token });
  expect(body.data).toMatchObject({ providers: ['midtrans', 'tripay'] });
  expect(await test.api.post('/api/payments/duitku', {})).toAnswer(404, 'not_found');
});
