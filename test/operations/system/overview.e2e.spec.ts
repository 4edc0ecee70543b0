import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../../src/api-keys/index.js';
import { CreditThresholds } from '../../../src/credit/index.js';
import { Device } from '../../../src/gateway/device.entities.js';
import { DevicePool } from '../../../src/gateway/index.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { TimeCounter } from '../../../src/platform/time-counters/time-counter.entity.js';
import { type Account, createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { adminToken, userToken } from '../../support/tokens.js';

const DAY_SECONDS = 86_400;

type Outcome = 'accepted' | 'refused' | 'failed';

interface Overview {
  sends: { at: string; accepted: number; refused: number; failed: number }[];
  failures: { reason: string; today: number; last_24_hours: number }[];
  low_credit: { user_id: number; username: string; credit_balance: number; low_threshold: number | null }[];
  set_up: object;
}

let service: TestService;
let account: Account;
beforeAll(async () => {
  service = await startTestService({ env: { TIMEZONE: 'Asia/Jakarta', SEND_RATE_PER_MINUTE: '60' } });
  account = await createAccount(service, 1_000_000);
});
afterAll(() => service.close());

const overview = async () =>
  (await service.api.get('/api/admin/overview', { token: await adminToken(service) })).body.data as Overview;
const send = () => service.api.post('/api/otp/send', sendBody(), { token: account.key });
const written = () => service.app.get(Sweepers).runOnce('tallies');

const OUTCOMES = ['accepted', 'refused', 'failed'] as const satisfies Outcome[];
const sumOf = (sends: Overview['sends'], outcome: Outcome) =>
  sends.reduce((all, minute) => all + minute[outcome], 0);

describe('the overview', () => {
  it('counts the sends of live keys by the minute, without a look at messages', async () => {
    await send();
    await send();
    service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
    await send();
    await written();
    const { sends } = await overview();
    expect(sends).toHaveLength(60);
    expect(OUTCOMES.map((outcome) => sumOf(sends, outcome))).toEqual([2, 0, 1]);
    service.clock.advance(3700);
    expect(
      (await overview()).sends.every(({ accepted, refused, failed }) => accepted + refused + failed === 0),
    ).toBe(true);
  });

  it('adds up what several processes have written', async () => {
    await send();
    await written();
    await send();
    await written();
    const { sends } = await overview();
    expect(sends.reduce((all, { accepted }) => all + accepted, 0)).toBe(2);
  });

  it('counts what failed by its reason, today and in 24 hours, and forgets it then', async () => {
    const before = (await overview()).failures;
    service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
    await send();
    await written();
    const { failures } = await overview();
    const total = (some: typeof failures) => some.reduce((all, { last_24_hours: count }) => all + count, 0);
    expect(total(failures)).toBe(total(before) + 1);
    for (const { today, last_24_hours: lately } of failures) expect(today).toBeLessThanOrEqual(lately);
    service.clock.advance(2 * DAY_SECONDS + 3600);
    expect((await overview()).failures).toEqual([]);
    await service.app.get(Sweepers).runOnce('the purge of tallies');
    expect(await service.database.read.countBy(TimeCounter, {})).toBe(0);
  });

  it('names the accounts below their own threshold, the poorest first', async () => {
    const thresholds = service.app.get(CreditThresholds);
    const poor = await createAccount(service, 400);
    const poorer = await createAccount(service, 200);
    const rich = await createAccount(service, 90_000);
    for (const { userId } of [poor, poorer, rich]) await thresholds.set(userId, { lowThreshold: 1_000 });
    const { low_credit: low } = await overview();
    expect(low.map((one) => [one.user_id, one.credit_balance, one.low_threshold])).toEqual([
      [poorer.userId, 200, 1_000],
      [poor.userId, 400, 1_000],
    ]);
    expect(low.every(({ username }) => username.length > 0)).toBe(true);
  });

  it('names accounts without a threshold whose balance does not last two days at their own pace', async () => {
    const low = async () =>
      (await overview()).low_credit.map((one) => [one.user_id, one.credit_balance, one.low_threshold]);
    const before = await low();
    const sends = await createAccount(service, 8 * 200 + 400);
    const broke = await createAccount(service, 300);
    const idle = await createAccount(service, 200);
    const rich = await createAccount(service, 680_000);
    const slow = await createAccount(service, 12_000);
    for (const one of [...Array<typeof sends>(8).fill(sends), broke, rich, slow])
      expect(await service.api.post('/api/otp/send', sendBody(), { token: one.key })).toAnswer(200);
    const now = await low();
    expect(now).toEqual(
      [...before, [sends.userId, 400, null], [broke.userId, 100, null]].sort(
        (one, other) => Number(one[1]) - Number(other[1]),
      ),
    );
    expect(now.map(([id]) => id)).not.toContain(idle.userId);
    service.clock.advance(8 * DAY_SECONDS);
    expect(await low()).toEqual(before.filter(([, , threshold]) => threshold !== null));
    service.clock.reset();
  });

  it('tells what the service still lacks, as far as it knows', async () => {
    expect((await overview()).set_up).toEqual({
      device_linked: true,
      public_url: false,
      mail: false,
      operator_alerts: false,
    });
  });

  it('is for administrators only', async () => {
    const token = await userToken(service, account.userId);
    expect((await service.api.get('/api/admin/overview', { token })).body.code).toBe('forbidden');
  });

  it('tells what a rule refused from what failed, as the metric does', async () => {
    const counted = async () => {
      await written();
      const { sends } = await overview();
      return OUTCOMES.map((outcome) => sumOf(sends, outcome));
    };
    const [accepted = 0, refused = 0, failed = 0] = await counted();
    const { key, userId } = await createAccount(service, 1_000_000);
    const post = (overrides: Record<string, unknown> = {}, token = key) =>
      service.api.post('/api/otp/send', sendBody(overrides), { token });
    const codes: unknown[] = [];
    const note = async (answer: ReturnType<typeof post>) => codes.push((await answer).body.code);
    const same = sendBody();
    await note(post(same));
    await note(post(same));
    const { id } = (await service.app.get(ApiKeysService).list(userId))[0] ?? { id: 0 };
    const session = { token: await userToken(service, userId) };
    await service.api.patch(`/api/account/api-keys/${id}`, { daily_cap: 1 }, session);
    for (let i = 0; i < 3; i++) await note(post());
    await note(post({}, (await createAccount(service, 0)).key));
    expect(codes.splice(0)).toEqual([
      undefined,
      'duplicate',
      // The cap counts from when it was set.
      undefined,
      ...Array<string>(2).fill('daily_cap_reached'),
      'insufficient_credit',
    ]);
    expect(await counted()).toEqual([accepted + 2, refused + 4, failed]);

    service.gateway.script([{ refuse: { status: 400, error: 'no' } }, { dropAnswer: 'before' }]);
    for (let i = 0; i < 2; i++) await note(post({}, account.key));
    await service.database.tx((tx) => tx.update(Device, { id: 1 }, { state: 'draining' }));
    await service.app.get(DevicePool).refresh();
    await note(post({}, account.key));
    await service.database.tx((tx) => tx.update(Device, { id: 1 }, { state: 'active' }));
    await service.app.get(DevicePool).refresh();
    expect(codes).toEqual(['gateway_error', 'gateway_unknown', 'no_device']);
    expect(await counted()).toEqual([accepted + 2, refused + 4, failed + 3]);
  });
});
