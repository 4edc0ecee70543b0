import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiKey } from '../../../src/api-keys/api-key.entity.js';
import type { NewApiKey } from '../../../src/api-keys/api-keys.dto.js';
import { SpendCount } from '../../../src/credit/credit.entities.js';
import { auditLedger } from '../../../src/operations/books/audit-ledger.js';
import { Message } from '../../../src/otp/message.entities.js';
import { InboundVerification } from '../../../src/otp/verifications/verification.entities.js';
import { Sweepers } from '../../../src/platform/background/sweepers.js';
import { Calendar } from '../../../src/platform/time/calendar.js';
import { DAY_SECONDS } from '../../../src/platform/time/clock.js';
import { reportStatus } from '../../callbacks/report-status.js';
import { keepBooks } from '../../support/app.js';
import { createAccount, newPhone, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { statementsOf } from '../../support/statements.js';
import { adminToken, userToken } from '../../support/tokens.js';
import { ChannelBench, NO_WHATSAPP } from '../channels/channel-bench.js';

const KEYS = '/api/account/api-keys';
const CAP = '/api/account/credit/spend-cap';

let bench: ChannelBench;
let service: TestService;
/** On SQLite there can be only one. */
let instances: TestService[];
beforeAll(async () => {
  bench = await ChannelBench.start({
    ...{ RECOVERY_SECONDS: '3600', PRICE_INBOUND: '300', MESSAGE_RETENTION_DAYS: '30' },
  });
  service = bench.service;
  const { gateway, clock } = service;
  const databaseUrl = service.config.DATABASE_URL;
  const second = inject('engine') === 'mysql' && (await startTestService({ gateway, databaseUrl, clock }));
  instances = second ? [service, second] : [service];
});
afterAll(async () => {
  for (const instance of instances.toReversed()) await instance.close();
});
afterEach(() => service.clock.reset());
keepBooks(() => service);

interface Caps {
  /** Of the account and of its second key, in credits. */
  ofAccount?: number;
  ofKey?: number;
  mode?: string;
}

/** An account with two keys, of which `key` may have a cap of its own. */
async function capped({ ofAccount, ofKey, mode = 'live' }: Caps) {
  const account = await createAccount(service);
  const token = await userToken(service, account.userId);
  const made = await service.api.post(KEYS, { name: 'Anggaran', spend_cap: ofKey, mode }, { token });
  const { id, key } = made.body.data as NewApiKey;
  const set = (spend_cap: number | null) => service.api.put(CAP, { spend_cap }, { token });
  if (ofAccount !== undefined) expect(await set(ofAccount)).toAnswer(200);
  const patch = (body: object) => service.api.patch(`${KEYS}/${id}`, body, { token });
  const spent = async () => {
    const { data } = (await service.api.get(CAP, { token })).body;
    return (data as { spent_today: number }).spent_today;
  };
  return { ...account, other: account.key, id, key, token, set, patch, spent };
}

const send = (token: string, body: object = {}, at = service) =>
  at.api.post('/api/otp/send', sendBody({ ...body }), { token });
async function codes(token: string, count: number): Promise<string[]> {
  const found: string[] = [];
  for (let i = 0; i < count; i++) {
    const { status, body } = await send(token);
    found.push(body.code ?? String(status));
  }
  return found;
}
const REACHED = 'spend_cap_reached';

describe('the spend cap of an account', () => {
  it('lets through exactly what it pays for, of many sends at once, by all keys on all instances', async () => {
    const { key, other, userId, spent } = await capped({ ofAccount: 1100 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        send(i % 2 ? key : other, {}, instances[(i >> 1) % instances.length]),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === REACHED)).toHaveLength(15);
    expect(await service.database.read.countBy(Message, { userId })).toBe(5);
    expect(await spent()).toBe(1000);
  });

  it('counts what was spent before it was set, and ends at local midnight, as the answer says', async () => {
    const { other, set } = await capped({});
    expect(await codes(other, 2)).toEqual(['200', '200']);
    await set(500);
    const answer = await send(other);
    expect(answer).toAnswer(403, { code: REACHED, cap: 'account' });
    const calendar = new Calendar('Asia/Jakarta');
    const now = service.clock.now();
    const end = calendar.endOfDay(now);
    expect(answer.body['ends_at']).toBe(end.toISOString());
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBe(Math.ceil((end.getTime() - now.getTime()) / 1000));
    service.clock.advance(seconds - 1);
    expect(await codes(other, 1)).toEqual([REACHED]);
    service.clock.advance(1);
    expect(await codes(other, 3)).toEqual(['200', '200', REACHED]);
  });

  it('is set by its owner or an administrator, and is one cap', async () => {
    const { userId, token, set } = await capped({});
    const admin = { token: await adminToken(service) };
    const path = `/api/admin/users/${userId}/spend-cap`;
    const own = async () => (await service.api.get(CAP, { token })).body.data;
    expect(await own()).toMatchObject({ spend_cap: null, spent_today: 0 });
    expect((await set(5000)).body.data).toMatchObject({ spend_cap: 5000 });
    expect((await service.api.get(path, admin)).body.data).toMatchObject({ spend_cap: 5000 });
    expect((await service.api.put(path, { spend_cap: 0 }, admin)).body.data).toMatchObject({ spend_cap: 0 });
    expect(await own()).toMatchObject({ spend_cap: 0 });
    for (const spend_cap of [-1, 1.5, '5', true, 1_000_000_000_001])
      expect(await service.api.put(CAP, { spend_cap }, { token })).toAnswer(400, {
        code: 'parameter_invalid',
        fields: ['spend_cap'],
      });
    expect(await service.api.put(CAP, {}, { token })).toAnswer(400, 'parameter_missing');
    const nobody = '/api/admin/users/999999999/spend-cap';
    expect(await service.api.get(nobody, admin)).toAnswer(404);
    expect(await service.api.put(nobody, { spend_cap: 1 }, admin)).toAnswer(404);
    const log = await service.api.get('/api/admin/audit?action=user.spend_cap', admin);
    expect(JSON.stringify(log.body.data)).toContain(`user:${userId}`);
  });

  it('of 0 lets nothing through, and null everything', async () => {
    const { other, key, set } = await capped({ ofAccount: 0 });
    expect([...(await codes(other, 1)), ...(await codes(key, 1))]).toEqual([REACHED, REACHED]);
    await set(null);
    expect(await codes(other, 1)).toEqual(['200']);
  });

  it('of 0 lets nothing through after refunds of messages of the day before', async () => {
    const { key, other, set, patch } = await capped({});
    const earlier = [await send(other), await send(key), await send(key)];
    await set(0);
    service.clock.advance(DAY_SECONDS);
    for (const { body } of earlier)
      await reportStatus(service, (body.data as { message_id: string }).message_id, 'failed');
    expect(await codes(other, 1)).toEqual([REACHED]);
    service.clock.reset();
    await set(null);
    await patch({ spend_cap: 0 });
    service.clock.advance(DAY_SECONDS);
    expect(await codes(key, 1)).toEqual([REACHED]);
  });

  it('counts no top-up, adjustment by hand, test key or replay', async () => {
    const { userId, other, spent } = await capped({ ofAccount: 400 });
    const admin = { token: await adminToken(service) };
    const options = { token: other, headers: { 'idempotency-key': `anggaran-${newPhone()}` } };
    const body = sendBody();
    for (const replayed of [null, 'true']) {
      const answer = await service.api.post('/api/otp/send', body, options);
      expect(answer).toAnswer(200);
      expect(answer.headers.get('idempotency-replayed')).toBe(replayed);
    }
    for (const amount of [5000, -3000])
      await service.api.post(`/api/admin/users/${userId}/credit`, { amount, note: 'uji' }, admin);
    expect(await spent()).toBe(200);
    expect(await codes(other, 2)).toEqual(['200', REACHED]);
    const token = await userToken(service, userId);
    const test = await service.api.post(KEYS, { name: 'uji', mode: 'test', spend_cap: 0 }, { token });
    expect(await codes((test.body.data as NewApiKey).key, 2)).toEqual(['200', '200']);
  });
});

describe('the spend cap of a key', () => {
  it('is one for the key and its rotations, and not for other keys', async () => {
    const first = await capped({ ofKey: 600 });
    expect(await codes(first.key, 2)).toEqual(['200', '200']);
    const { token } = first;
    const rotated = await service.api.post(`${KEYS}/${first.id}/rotate`, { overlap_seconds: 60 }, { token });
    const second = rotated.body.data as NewApiKey;
    expect(second.spend_cap).toBe(600);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        send(i % 2 ? first.key : second.key, {}, instances[(i >> 1) % instances.length]),
      ),
    );
    expect(answers.map(({ body, status }) => body.code ?? status).toSorted()).toEqual([
      200,
      ...Array<string>(7).fill(REACHED),
    ]);
    expect(await send(second.key)).toAnswer(403, { cap: 'api_key' });
    expect(await codes(first.other, 2)).toEqual(['200', '200']);
  });

  it('can be raised, lowered and taken away; from the next request on', async () => {
    const { key, patch } = await capped({});
    expect(await codes(key, 2)).toEqual(['200', '200']);
    for (const [spend_cap, outcome] of [
      [0, REACHED],
      [600, '200'],
      [600, REACHED],
      [null, '200'],
    ] as const) {
      expect((await patch({ spend_cap })).body.data).toMatchObject({ spend_cap });
      expect(await codes(key, 1)).toEqual([outcome]);
    }
    for (const spend_cap of [-1, '5', 1_000_000_000_001])
      expect(await patch({ spend_cap })).toAnswer(400, { code: 'parameter_invalid', fields: ['spend_cap'] });
  });

  it('gets back what is refunded, and keeps what the account has spent apart', async () => {
    const { key, other, set } = await capped({ ofKey: 400 });
    await set(800);
    expect(await codes(other, 1)).toEqual(['200']);
    service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
    expect(await codes(key, 1)).toEqual(['gateway_error']);
    const sent = await send(key);
    expect(await codes(key, 2)).toEqual(['200', REACHED]);
    await reportStatus(service, (sent.body.data as { message_id: string }).message_id, 'failed');
    expect(await codes(key, 2)).toEqual(['200', REACHED]);
    expect(await send(other)).toAnswer(200);
    expect(await send(other)).toAnswer(403, { cap: 'account' });
  });

  it('holds for verifications, resends, hooks, inbound verifications and the dashboard', async () => {
    const { id, key, token, patch } = await capped({ ofKey: 900 });
    const phone = newPhone();
    const body = { phone, company_name: 'Toko Uji' };
    const verifications = '/api/otp/verifications';
    const made = await service.api.post(verifications, body, { token: key });
    expect(made).toAnswer(201);
    const { verification_id } = made.body.data as { verification_id: string };
    const inbound = () =>
      service.api.post(verifications, { ...body, phone: newPhone(), method: 'inbound' }, { token: key });
    const pending = await inbound();
    expect(pending).toAnswer(201);
    expect(await codes(key, 2)).toEqual(['200', '200']);
    const hook = { to: `+62${newPhone().slice(1)}`, payload: { code: '482913' } };
    const path = '/api/hooks/logto?company_name=Toko';
    expect((await service.api.post(path, hook, { token: key })).body.code).toBe('hook_unavailable');
    const resend = `${verifications}/${verification_id}/resend`;
    const dashboard = { ...sendBody(), api_key_id: id };
    for (const answer of [
      await inbound(),
      await service.api.post(resend, { phone }, { token: key }),
      await service.api.post(verifications, { ...body, phone: newPhone() }, { token: key }),
      await service.api.post('/api/account/otp/send', dashboard, { token }),
    ])
      expect(answer).toAnswer(403, { code: REACHED, cap: 'api_key' });
    // A canceled inbound verification is refunded.
    const { verification_id: asked } = pending.body.data as { verification_id: string };
    expect(await service.api.post(`${verifications}/${asked}/cancel`, {}, { token: key })).toAnswer(200);
    expect(await codes(key, 2)).toEqual(['200', REACHED]);
    await patch({ spend_cap: null });
    expect(await service.api.post(resend, { phone }, { token: key })).toAnswer(200);
  });
});

describe('the count', () => {
  it('reads the ledger once, and costs sends without a cap no statement', async () => {
    const { key, userId, other, set } = await capped({});
    const statements = async (token: string) => {
      const sqls = (await statementsOf(service, () => send(token))).map(({ sql }) => sql);
      return sqls.filter((sql) => /spend_counts|AS line_count/.test(sql)).length;
    };
    expect(await statements(key)).toBe(0);
    await set(10_000);
    await codes(other, 3);
    const counts = () => service.database.read.findBy(SpendCount, { userId });
    expect(await counts()).toMatchObject([{ rootKeyId: 0, spent: 600 }]);
    expect(await statements(key)).toBe(3);
    expect(await counts()).toMatchObject([{ spent: 800 }]);
  });

  it('stays right in the books when inbound verifications and API keys are purged', async () => {
    const sweepers = service.app.get(Sweepers);
    const { id, key, userId, token } = await capped({ ofKey: 900 });
    const body = { company_name: 'Toko Uji', method: 'inbound' };
    for (let made = 0; made < 2; made++)
      expect(
        await service.api.post('/api/otp/verifications', { ...body, phone: newPhone() }, { token: key }),
      ).toAnswer(201);
    expect(await service.database.read.findBy(SpendCount, { userId })).toMatchObject([
      { rootKeyId: id, spent: 300 },
    ]);
    expect(await service.api.delete(`${KEYS}/${id}`, { token })).toAnswer(200);
    service.clock.advance(DAY_SECONDS);
    await sweepers.runOnce('inbound verifications that expire');
    service.clock.advance(31 * DAY_SECONDS);
    await sweepers.runOnce('the purge of deleted API keys');
    expect(await service.database.read.existsBy(ApiKey, { id })).toBe(false);
    expect(await auditLedger(service.database.read.dataSource, new Date())).toEqual([]);
    await sweepers.runOnce('the purge of inbound verifications');
    expect(await service.database.read.existsBy(InboundVerification, { userId })).toBe(false);
  });
});

it('a later channel that costs more is used only within the cap', async () => {
  await bench.calm();
  const channels = ['whatsapp', 'sms'];
  const { key, patch } = await capped({ ofKey: 349 });
  service.gateway.behave(NO_WHATSAPP);
  expect(await send(key, { channels })).toAnswer(502);
  expect(bench.sms.states.size).toBe(0);
  await patch({ spend_cap: 550 });
  expect((await send(key, { channels })).body.data).toMatchObject({ channel: 'sms', credit_used: 350 });
  service.gateway.behave({ refuse: 'never', reason: 'none' });
  expect(await codes(key, 2)).toEqual(['200', REACHED]);
});
