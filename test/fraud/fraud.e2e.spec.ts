import { In } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ApiKey } from '../../src/api-keys/api-key.entity.js';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { FraudListEntry, FraudMark } from '../../src/fraud/fraud.entities.js';
import { Message } from '../../src/otp/message.entities.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { WebhookEvent } from '../../src/webhook/webhook.entities.js';
import { verificationBody } from '../otp/verifications/verifications.js';
import { keepBooks } from '../support/app.js';
import { addWebhook, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken } from '../support/tokens.js';
import { DAY_SECONDS, Guarded, JUDGED_SECONDS, phonesApart, phonesInARow, phonesOfPrefix } from './fraud.js';

const HOUR_SECONDS = 3600;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

const messagesOf = ({ account: { userId } }: Guarded) => service.database.read.countBy(Message, { userId });
const metric = async (name: string) => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  return Number(
    new RegExp(`^${name.replaceAll(/[{}"]/g, String.raw`\$&`)} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
  );
};

/** Twenty messages to a prefix that do not convert, judged. Returns further phones of the prefix. */
async function pump(guarded: Guarded): Promise<string[]> {
  const phones = phonesOfPrefix(30);
  await guarded.sent(phones.slice(0, 20));
  service.clock.advance(JUDGED_SECONDS);
  await guarded.sweep();
  return phones.slice(20);
}

describe('many sends to one prefix that do not convert', () => {
  it('are only told in shadow mode, and blocked once it is enforced, until an hour after the beginning', async () => {
    const guarded = await Guarded.with(service);
    await addWebhook(service, guarded.account.userId);
    await guarded.reports();
    const [first = '', second = ''] = await pump(guarded);
    const [found] = await guarded.blocks();
    expect(found).toMatchObject({
      ...{ rule: 'low_conversion', subject: 'prefix', prefix: '62813', mode: 'shadow' },
      ...{ sends: 20, phones: 20, conversion_percent: 0, stopped: 0, active: true, lifted_at_utc: null },
    });
    expect(Date.parse(found?.ends_at_utc ?? '') - Date.parse(found?.started_at_utc ?? '')).toBe(3_600_000);
    const event = await service.database.read.findOneByOrFail(WebhookEvent, {
      userId: guarded.account.userId,
      type: 'fraud.detected',
    });
    expect(event.data).toMatchObject({
      block_id: found?.id,
      rule: 'low_conversion',
      prefix: '62813',
      sends: 20,
    });
    await guarded.sent([first]);
    await guarded.sweep();
    expect(await guarded.blocks()).toMatchObject([{ stopped: 1 }]);

    await guarded.set({ mode: 'enforce' });
    const [balance, messages] = [await guarded.balance(), await messagesOf(guarded)];
    service.clock.advance(1800);
    for (let tries = 0; tries < 3; tries++) {
      const answer = await guarded.send(second);
      expect(answer).toAnswer(403, 'verification_blocked');
      expect(answer.body).toMatchObject({ reasons: ['low_conversion'] });
      expect(answer.headers.get('retry-after')).toBe('1800');
    }
    const token = guarded.account.key;
    const verification = verificationBody({ phone: second });
    expect(await service.api.post('/api/otp/verifications', verification, { token })).toAnswer(
      403,
      'verification_blocked',
    );
    const hook = { to: second, type: 'SignIn', payload: { code: '482913' } };
    const { id: api_key_id } = await service.database.read.findOneByOrFail(ApiKey, {
      userId: guarded.account.userId,
    });
    const tried = await service.api.post('/api/account/otp/send', sendBody({ phone: second, api_key_id }), {
      token: await guarded.token(),
    });
    expect(tried).toAnswer(403, 'verification_blocked');
    const path = '/api/hooks/logto?company_name=Toko';
    expect(await service.api.post(path, hook, { token })).toAnswer(403, 'verification_blocked');
    expect([await guarded.balance(), await messagesOf(guarded)]).toEqual([balance, messages]);
    await guarded.sent(phonesApart(1));
    await guarded.sweep();
    expect(await guarded.blocks()).toMatchObject([{ stopped: 7 }]);

    service.clock.advance(1800);
    await guarded.sent([second]);
    expect(await guarded.blocks('?active=true')).toEqual([]);
  });

  it('are blocked twice as long when they return within a day', async () => {
    const guarded = await Guarded.with(service, { mode: 'enforce', prefix_sends_max: 5 });
    await guarded.reports();
    const phones = phonesOfPrefix(20);
    const lasting: number[] = [];
    for (const from of [0, 5, 10]) {
      await guarded.sent(phones.slice(from, from + 5));
      service.clock.advance(JUDGED_SECONDS);
      await guarded.sweep();
      const [{ started_at_utc, ends_at_utc } = { started_at_utc: '', ends_at_utc: '' }] =
        await guarded.blocks();
      lasting.push((Date.parse(ends_at_utc) - Date.parse(started_at_utc)) / 3_600_000);
      service.clock.advance((lasting.at(-1) ?? 0) * HOUR_SECONDS + HOUR_SECONDS);
    }
    expect(lasting).toEqual([1, 2, 4]);
  });

  it('are left alone where they convert, and where the account reports no conversions', async () => {
    const silent = await Guarded.with(service, { mode: 'enforce' });
    await pump(silent);
    expect(await silent.blocks()).toEqual([]);

    const honest = await Guarded.with(service, { mode: 'enforce', prefix_sends_max: 5 });
    await honest.reports();
    const phones = phonesOfPrefix(6);
    const { key: token } = honest.account;
    for (const [nth, phone] of phones.entries()) {
      await honest.sent([phone], { otp_code: '482913' });
      if (nth > 2) continue;
      expect(await service.api.post('/api/otp/check', { phone, otp_code: '482913' }, { token })).toAnswer(
        200,
      );
    }
    service.clock.advance(JUDGED_SECONDS);
    await honest.sweep();
    expect(await honest.blocks()).toEqual([]);
  });

  it('can be unblocked by the owner or an administrator, and sends before then count no more', async () => {
    const guarded = await Guarded.with(service, { mode: 'enforce' });
    await guarded.reports();
    const [first = '', second = ''] = await pump(guarded);
    const [found] = await guarded.blocks();
    expect(await guarded.send(first)).toAnswer(403);
    const path = `/api/account/fraud/blocks/${found?.id}`;
    const foreign = await Guarded.with(service);
    expect(await service.api.delete(path, { token: await foreign.token() })).toAnswer(404);
    expect(await service.api.delete(path, { token: await guarded.token() })).toAnswer(200);
    expect(await service.api.delete(path, { token: await guarded.token() })).toAnswer(404);
    service.clock.advance(20);
    await guarded.sent([first]);
    service.clock.advance(JUDGED_SECONDS);
    await guarded.sweep();
    await guarded.sent([second]);
    expect(await guarded.blocks()).toMatchObject([{ id: found?.id, active: false }]);

    const [third = ''] = await pump(guarded);
    expect(await guarded.send(third)).toAnswer(403);
    const token = await adminToken(service);
    const { userId: user_id, username } = guarded.account;
    const list = await service.api.get(`/api/admin/fraud/blocks?user_id=${user_id}&active=true`, { token });
    expect(list.body.data).toMatchObject({ items: [{ user_id, username, rule: 'low_conversion' }] });
    const [{ id } = { id: 0 }] = (list.body.data as { items: { id: number }[] }).items;
    expect(await service.api.delete(`/api/admin/fraud/blocks/${id}`, { token })).toAnswer(200);
    await guarded.sent([third]);
  });
});

describe('phones that belong together', () => {
  it('are blocked if they follow one another, with their prefix', async () => {
    const guarded = await Guarded.with(service, { mode: 'enforce' });
    const phones = phonesInARow(7);
    await guarded.sent(phones.slice(0, 6));
    await guarded.judged();
    const answer = await guarded.send(phones[6] ?? '');
    expect(answer).toAnswer(403, 'verification_blocked');
    expect(answer.body).toMatchObject({ reasons: ['sequential_numbers'] });
    await guarded.sent(phonesApart(1));
  });

  it('are blocked if they ask from one device or address; others go on', async () => {
    const guarded = await Guarded.with(service, { mode: 'enforce', address_phones_max: 5 });
    const device = { device_id: 'ponsel-1', platform: 'android', app_version: '4.2.0' };
    await guarded.sent(phonesApart(5), { client: device });
    await guarded.judged();
    const [phone = '', other = ''] = phonesApart(2);
    const blocked = await guarded.send(phone, { client: device });
    expect(blocked.body).toMatchObject({ code: 'verification_blocked', reasons: ['many_phones_per_device'] });
    await guarded.sent([phone], { client: { ...device, device_id: 'ponsel-2' } });
    await guarded.sent([other]);

    await guarded.reports();
    const ip = '2001:db8:1:2::7';
    await guarded.sent(phonesApart(5), { client: { ip, user_agent: 'Mozilla/5.0' } });
    service.clock.advance(JUDGED_SECONDS);
    await guarded.sweep();
    const sendFrom = async (client: object) =>
      (await guarded.send(phonesApart(1)[0] ?? '', { client })).body['reasons'] ?? 'sent';
    expect(await sendFrom({ ip: '2001:db8:1:2::8' })).toEqual(['many_phones_per_address']);
    expect(await sendFrom({ ip: '2001:db8:1:3::7', user_agent: 'Mozilla/5.0' })).toEqual([
      'many_phones_per_address',
    ]);
    expect(await sendFrom({ ip: '2001:db8:1:3::7', user_agent: 'curl' })).toBe('sent');
    expect((await guarded.blocks()).map(({ subject }) => subject).sort()).toEqual([
      'address',
      'agent',
      'device',
    ]);
  });

  it('of a client that is none are refused', async () => {
    const guarded = await Guarded.with(service);
    for (const client of ['x', null, [], { ip: '203.0.113' }, { device_id: '' }, { name: 'x' }]) {
      const answer = await guarded.send(phonesApart(1)[0] ?? '', { client });
      expect(answer).toAnswer(400, 'parameter_invalid');
      expect(answer.body['fields']).toEqual(['client']);
      expect(answer.body['detail']).toContain('ip (alamat IPv4 atau IPv6)');
    }
  });
});

it('a sudden volume blocks nothing, is told, and halves the other limits for an hour', async () => {
  const guarded = await Guarded.with(service, { mode: 'enforce' });
  for (let day = 0; day < 3; day++) {
    await guarded.sent(phonesApart(2));
    service.clock.advance(DAY_SECONDS);
  }
  await guarded.sent(phonesApart(100));
  await guarded.judged();
  expect(await guarded.blocks()).toMatchObject([{ rule: 'sudden_volume', subject: 'account', sends: 100 }]);
  const client = { device_id: 'ponsel-1' };
  await guarded.sent(phonesApart(3), { client });
  await guarded.judged();
  expect(await guarded.send(phonesApart(1)[0] ?? '', { client })).toAnswer(403);
  await guarded.sent(phonesApart(1));
});

describe('lists', () => {
  const listed = async (token: string, entry: object, path = '/api/account/fraud/lists') => {
    const answer = await service.api.post(path, entry, { token });
    expect(answer).toAnswer(200);
    return (answer.body.data as { items: { id: number; phone: string | null; prefix: string | null }[] })
      .items;
  };

  it('block and allow phones and prefixes in both modes; the account wins over the operator, the phone over the prefix', async () => {
    const guarded = await Guarded.with(service);
    const [phone = '', other = ''] = phonesOfPrefix(2);
    const token = await guarded.token();
    const admin = await adminToken(service);
    const general = { list: 'block', prefix: phone.slice(0, 9) };
    const [entry] = await listed(admin, general, '/api/admin/fraud/lists');
    expect(entry).toMatchObject({ prefix: '62813', prefix_length: 10, phone: null });
    const blocked = await guarded.send(phone);
    expect(blocked).toAnswer(403, 'verification_blocked');
    expect(blocked.body).toMatchObject({ reasons: ['block_list'] });
    expect(blocked.headers.get('retry-after')).toBeNull();
    await listed(token, { list: 'allow', prefix: phone.slice(0, 8) });
    await guarded.sent([phone]);
    await listed(token, { list: 'block', phone });
    expect(await guarded.send(phone)).toAnswer(403);
    await guarded.sent([other]);
    const items = await listed(token, { list: 'allow', phone });
    expect(items).toMatchObject([
      { list: 'allow', phone: expect.stringMatching(/^6281\*{4}/) as string },
      { prefix: '62813' },
    ]);
    await guarded.sent([phone]);
    for (const { id } of items)
      expect(await service.api.delete(`/api/account/fraud/lists/${id}`, { token })).toAnswer(200);
    expect(await guarded.send(phone)).toAnswer(403);
    expect(await service.api.delete(`/api/account/fraud/lists/${entry?.id}`, { token })).toAnswer(404);
    expect(await service.api.delete(`/api/admin/fraud/lists/${entry?.id}`, { token: admin })).toAnswer(200);
    await guarded.sent([phone]);
    expect(await service.database.read.countBy(FraudListEntry, {})).toBe(0);
  });

  it.each([
    [{ list: 'block' }, ['phone', 'prefix']],
    [{ list: 'block', phone: '081234567890', prefix: '08123' }, ['phone', 'prefix']],
    [{ list: 'block', phone: '0812' }, ['phone']],
    [{ list: 'block', prefix: '081' }, ['prefix']],
    [{ list: 'deny', prefix: '08123' }, ['list']],
  ])('refuse %j', async (entry, fields) => {
    const guarded = await Guarded.with(service);
    const answer = await service.api.post('/api/account/fraud/lists', entry, {
      token: await guarded.token(),
    });
    expect(answer).toAnswer(400);
    expect(answer.body['fields']).toEqual(fields);
  });
});

it('test keys and replays count for nothing, and a magic number plays the failure', async () => {
  const guarded = await Guarded.with(service, { mode: 'enforce' });
  const [phone = ''] = phonesApart(1);
  const body = { phone, otp_code: '482913', client: { device_id: 'ponsel-1' } };
  for (let replay = 0; replay < 5; replay++)
    expect(await guarded.send(phone, body, { 'idempotency-key': 'sama' })).toAnswer(200);
  await guarded.sweep();
  const { id: messageId } = await service.database.read.findOneByOrFail(Message, {
    userId: guarded.account.userId,
  });
  // Of its prefix, its hundred and its device.
  expect(await service.database.read.countBy(FraudMark, { messageId })).toBe(3);

  const keys = service.app.get(ApiKeysService);
  const { key: token } = await keys.create(guarded.account.userId, { name: 'uji', mode: 'test' });
  const before = await service.database.read.countBy(FraudMark, {});
  for (const to of phonesInARow(7))
    expect(await service.api.post('/api/otp/send', sendBody({ phone: to }), { token })).toAnswer(200);
  await guarded.sweep();
  expect(await service.database.read.countBy(FraudMark, {})).toBe(before);
  const played = await service.api.post('/api/otp/send', sendBody({ phone: '628000000047' }), { token });
  expect(played).toAnswer(403, 'verification_blocked');
  expect(played.body).toMatchObject({ reasons: ['low_conversion'] });
  expect(played.headers.get('retry-after')).toBe('3600');
});

it('what is counted is deleted after an hour, and what was found after thirty days', async () => {
  const guarded = await Guarded.with(service);
  await guarded.sent(phonesInARow(6));
  await guarded.judged();
  expect(await guarded.blocks()).toHaveLength(1);
  const purge = (name: string) => service.app.get(Sweepers).runOnce(`the purge of ${name}`);
  const messages = await service.database.read.findBy(Message, { userId: guarded.account.userId });
  const messageId = In(messages.map(({ id }) => id));
  expect(await service.database.read.countBy(FraudMark, { messageId })).toBe(12);
  service.clock.advance(HOUR_SECONDS + 120);
  await purge('sends counted against fraud');
  expect(await service.database.read.countBy(FraudMark, { messageId })).toBe(0);
  await purge('blocks against fraud');
  expect(await guarded.blocks()).toHaveLength(1);
  service.clock.advance(30 * DAY_SECONDS);
  await purge('blocks against fraud');
  expect(await guarded.blocks()).toEqual([]);
});

it('lets every send pass and says so when its data cannot be read or written', async () => {
  const guarded = await Guarded.with(service, { mode: 'enforce' });
  const phones = phonesInARow(7);
  await guarded.sent(phones.slice(0, 6));
  await guarded.judged();
  expect(await guarded.send(phones[6] ?? '')).toAnswer(403);
  service.clock.advance(11);
  const tables = ['fraud_settings', 'fraud_marks'];
  const rename = async (from: string, to: string) => {
    for (const table of tables)
      await service.database.tx((tx) => tx.query(`ALTER TABLE ${table}${from} RENAME TO ${table}${to}`));
  };
  const unchecked = await metric('sandi_fraud_unchecked_total');
  await rename('', '_away');
  try {
    await guarded.sent([phones[6] ?? '']);
    await guarded.sweep();
  } finally {
    await rename('_away', '');
  }
  expect(await metric('sandi_fraud_unchecked_total')).toBeGreaterThanOrEqual(unchecked + 2);
  expect(service.logs.join('')).toContain('sends are not checked for fraud');
  expect(service.logs.join('')).toContain('sends were not counted against fraud');
  service.clock.advance(11);
  expect(await guarded.send(phones[6] ?? '')).toAnswer(403);
});

describe('settings', () => {
  it('of an account win over the general ones, and these over those of the service', async () => {
    const token = await adminToken(service);
    const { userId } = await createAccount(service);
    const path = `/api/admin/fraud/accounts/${userId}/settings`;
    const shown = async () => (await service.api.get(path, { token })).body.data;
    expect(await shown()).toMatchObject({
      mode: 'shadow',
      prefix_sends_max: 20,
      device_phones_max: 5,
      set: [],
    });
    const general = { mode: 'enforce', prefix_sends_max: 50 };
    expect(await service.api.put('/api/admin/fraud/settings', general, { token })).toAnswer(200);
    expect(await shown()).toMatchObject({ mode: 'enforce', prefix_sends_max: 50, set: [] });
    expect(await service.api.put(path, { mode: 'shadow', device_phones_max: 9 }, { token })).toAnswer(200);
    expect(await shown()).toMatchObject({
      ...{ mode: 'shadow', prefix_sends_max: 50, device_phones_max: 9 },
      set: ['mode', 'device_phones_max'],
    });
    expect(await service.api.put('/api/admin/fraud/settings', {}, { token })).toAnswer(200);
    expect(await service.api.put(path, {}, { token })).toAnswer(200);
    expect(await shown()).toMatchObject({ mode: 'shadow', prefix_sends_max: 20, set: [] });
    expect(await service.api.put(path, { volume_factor: 1 }, { token })).toAnswer(400, 'parameter_invalid');
    expect(await service.api.get('/api/admin/fraud/accounts/999999999/settings', { token })).toAnswer(404);
  });
});
