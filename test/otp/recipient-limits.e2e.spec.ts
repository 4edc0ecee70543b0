import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Member, User } from '../../src/users/index.js';
import { keepBooks } from '../support/app.js';
import { createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken } from '../support/tokens.js';

const HOURLY_MAX = 6;
const ATTEMPTS_MAX = 5;

const redisUrl = inject('redisUrl');
const STORES: [string, Record<string, string>][] = [
  ['in memory', {}],
  ...(redisUrl ? ([['in Redis', { REDIS_URL: redisUrl }]] as [string, Record<string, string>][]) : []),
];

describe.each(STORES)('the limit over all accounts, %s', (_name, env) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      env: {
        ...env,
        // Whoever has credit was topped up.
        SIGNUP_CREDIT: '0',
        // A busy machine is no lost Redis.
        REDIS_TIMEOUT_MS: '5000',
        RECIPIENT_ATTEMPTS_MAX: String(ATTEMPTS_MAX),
        RECIPIENT_HOURLY_MAX: String(HOURLY_MAX),
      },
    });
  });
  afterAll(() => service.close());
  keepBooks(() => service);

  const send = (token: string, body: unknown, headers: Record<string, string> = {}) =>
    service.api.post('/api/otp/send', body, { token, headers });
  const codesOf = async (count: number, turn: () => Promise<{ body: { code?: string } }>) => {
    const codes: (string | undefined)[] = [];
    for (let left = count; left > 0; left--) codes.push((await turn()).body.code);
    return codes;
  };
  /** How many sends of other accounts a phone still takes. */
  const placesLeft = async (phone: string) => {
    let taken = 0;
    for (;;) {
      const { key } = await createAccount(service, 200);
      const { status, body } = await send(key, sendBody({ phone }));
      if (status !== 200) {
        expect(body.code).toBe('recipient_limited');
        return taken;
      }
      taken++;
    }
  };

  it('is not used up by accounts without credit: their phone stays open to those who pay', async () => {
    const phone = newPhone();
    for (let stranger = 0; stranger < 4; stranger++) {
      const { key } = await createAccount(service, 0);
      const codes = await codesOf(ATTEMPTS_MAX, () => send(key, sendBody({ phone })));
      expect(codes).toEqual(Array(ATTEMPTS_MAX).fill('insufficient_credit'));
      // The account's own limit counts attempts all the same.
      expect((await send(key, sendBody({ phone }))).body.code).toBe('recipient_limited');
    }
    expect(await placesLeft(phone)).toBe(HOURLY_MAX);
  });

  it('is not used up by duplicates, or by repetitions under an Idempotency-Key', async () => {
    const phone = newPhone();
    const { key } = await createAccount(service);
    const body = sendBody({ phone });
    const headers = { 'idempotency-key': `once-${phone}` };
    expect(await send(key, body, headers)).toAnswer(200);
    expect(await codesOf(2, () => send(key, body, headers))).toEqual([undefined, undefined]);
    expect(await codesOf(2, () => send(key, body))).toEqual(['duplicate', 'duplicate']);
    expect(await placesLeft(phone)).toBe(HOURLY_MAX - 1);
  });

  it('is not used up by sends that every gateway refused, but by those that may be out', async () => {
    const phone = newPhone();
    const { key } = await createAccount(service);
    service.gateway.behave({ refuse: { status: 400, error: 'not on WhatsApp' } });
    expect(await codesOf(3, () => send(key, sendBody({ phone })))).toEqual(Array(3).fill('gateway_error'));
    service.gateway.behave({ refuse: 'never', dropAnswer: 'after' });
    expect((await send(key, sendBody({ phone }))).body.code).toBe('gateway_unknown');
    service.gateway.behave({ dropAnswer: 'never' });
    expect(await placesLeft(phone)).toBe(HOURLY_MAX - 1);
  });

  it('lets no more than its number through when accounts with and without credit come at once', async () => {
    const phone = newPhone();
    const [payers, strangers] = await Promise.all(
      [10_000, 0].map((credit) =>
        Promise.all(Array.from({ length: 15 }, () => createAccount(service, credit))),
      ),
    );
    const all = (payers ?? []).flatMap((payer, at) => [payer, strangers?.[at] ?? payer]);
    const answers = await Promise.all(all.map(({ key }) => send(key, sendBody({ phone }))));
    const opened = answers.filter(({ status }) => status === 200).length;
    expect(opened).toBeLessThanOrEqual(HOURLY_MAX);
    // Whoever was refused while strangers held a place for an instant finds it free now.
    expect(opened + (await placesLeft(phone))).toBe(HOURLY_MAX);
    const at = `62${phone.slice(1)}`;
    expect(service.gateway.accepted.filter(({ to }) => to === at)).toHaveLength(HOURLY_MAX);
  });
});

describe('the places of a phone', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ env: { SIGNUP_CREDIT: '10000', RECIPIENT_HOURLY_MAX: '20' } });
  });
  afterAll(() => service.close());
  keepBooks(() => service);

  /** Makes accounts until one is refused; how many sends they had. */
  async function sends(phone: string, become: (userId: number) => Promise<unknown>): Promise<number> {
    for (let sent = 0; ; sent++) {
      const { key, userId } = await createAccount(service, 10_000);
      await become(userId);
      const { status, body } = await service.api.post('/api/otp/send', sendBody({ phone }), { token: key });
      if (status === 200) continue;
      expect(body.code).toBe('recipient_limited');
      return sent;
    }
  }
  const stayUnproven = (userId: number) =>
    service.database.tx((tx) => tx.update(User, { id: userId }, { emailVerifiedAt: null }));
  const verify = () => Promise.resolve();
  const pay = async (userId: number) => {
    const token = await adminToken(service);
    const path = `/api/admin/users/${userId}/credit`;
    const answer = await service.api.post(path, { amount: 200, note: 'transfer' }, { token });
    expect(answer).toAnswer(200);
  };

  it('are not used up by sign-ups: a quarter is theirs, half with a verified address, all are those of who pays', async () => {
    const phone = newPhone();
    expect(await sends(phone, stayUnproven)).toBe(5);
    expect(await sends(phone, verify)).toBe(5);
    expect(await sends(phone, pay)).toBe(10);
  });

  it('are those of a verified address also if the owner who has it did not open the account', async () => {
    const handOver = async (userId: number) => {
      const { userId: second } = await createAccount(service);
      await service.database.tx(async (tx) => {
        await tx.update(Member, { userId: second }, { accountId: userId });
        await tx.update(Member, { userId }, { role: 'viewer' });
        await tx.update(User, { id: userId }, { emailVerifiedAt: null });
      });
    };
    expect(await sends(newPhone(), handOver)).toBe(10);
  });

  it('are open to new accounts where there are hardly any: each sends one at least', async () => {
    const strict = await startTestService({ env: { SIGNUP_CREDIT: '10000', RECIPIENT_HOURLY_MAX: '1' } });
    try {
      const { key, userId } = await createAccount(strict, 10_000);
      await strict.database.tx((tx) => tx.update(User, { id: userId }, { emailVerifiedAt: null }));
      const answer = await strict.api.post('/api/otp/send', sendBody(), { token: key });
      expect(answer).toAnswer(200);
    } finally {
      await strict.close();
    }
  });
});
