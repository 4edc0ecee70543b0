import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../ormconfig.js';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { AuditEntry } from '../../src/operations/audit/audit-entry.entity.js';
import { Message } from '../../src/otp/message.entities.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, newPhone, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';

let service: TestService;
let admin: string;
beforeAll(async () => {
  service = await startTestService({
    env: { RECOVERY_SECONDS: '3600', RECIPIENT_ATTEMPTS_MAX: '1000' },
  });
  admin = await adminToken(service);
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

interface Found {
  limit: number;
  items: {
    id: number;
    reference: string;
    recipient: string;
    status: string;
    livemode?: boolean;
    user_id?: number;
  }[];
  next_cursor: number | null;
}

const send = (token: string, body: object, headers: Record<string, string> = {}) =>
  service.api.post('/api/otp/send', sendBody({ ...body }), { token, headers });
const search = (token: string, body: object, room = 'otp') =>
  service.api.post(`/api/${room}/messages/search`, body, { token });
const find = async (token: string, body: object, room?: string): Promise<Found> => {
  const answer = await search(token, body, room);
  expect(answer).toAnswer(200);
  return answer.body.data;
};
const referencesOf = ({ items }: Found) => items.map(({ reference }) => reference);
const newest = (userId: number) =>
  service.database.read.findOneOrFail(Message, { where: { userId }, order: { id: 'DESC' } });
const testKeyOf = async ({ userId }: Account) =>
  (await service.app.get(ApiKeysService).create(userId, { name: 'uji', mode: 'test' })).key;

/** Sends to a phone, and what the search for it has to find: newest first. */
async function sent({ key, userId }: Account, phone: string, count: number): Promise<string[]> {
  const references: string[] = [];
  for (let i = 0; i < count; i++) {
    await send(key, { phone });
    references.unshift((await newest(userId)).reference);
  }
  return references;
}

/** Twelve digits as `62…`, or as many as are said. */
const phoneOf = (digits: number) => `628${String(randomInt(10 ** (digits - 4), 10 ** (digits - 3)))}`;

describe('the search by recipient', () => {
  it('finds the messages of an account under every spelling, newest first, and no others', async () => {
    const [account, other] = [await createAccount(service), await createAccount(service)];
    const phone = newPhone();
    const references = await sent(account, phone, 2);
    await sent(account, newPhone(), 1);
    await sent(other, phone, 1);
    const national = phone.slice(1);
    for (const written of [
      phone,
      `62${national}`,
      `+62 ${national.slice(0, 3)}-${national.slice(3, 7)}.${national.slice(7)}`,
      `(0${national.slice(0, 3)}) ${national.slice(3)}`,
    ])
      expect(referencesOf(await find(account.key, { phone: written }))).toEqual(references);
  });

  it('finds what is pending and what failed, masked', async () => {
    const { key, userId } = await createAccount(service);
    const phone = newPhone();
    for (const switches of [{}, { refuse: 400 }, { dropAnswer: 'after' }] as const) {
      service.gateway.script([switches]);
      await send(key, { phone });
    }
    const { items } = await find(key, { phone });
    expect(items.map(({ status }) => status)).toEqual(['pending', 'failed', 'sent']);
    const masked = (await newest(userId)).recipientMasked;
    for (const item of items) expect(item.recipient).toBe(masked);
    expect(JSON.stringify(items)).not.toContain(phone.slice(1));
  });

  it('turns pages by a cursor, also where several are of one moment, and from one that is gone', async () => {
    const account = await createAccount(service);
    const phone = newPhone();
    const references = await sent(account, phone, 5);
    const { createdAt } = await newest(account.userId);
    const { userId } = account;
    await service.database.tx((tx) => tx.update(Message, { userId }, { createdAt }));
    const first = await find(account.key, { phone, limit: 2 });
    const second = await find(account.key, { phone, limit: 2, cursor: first.next_cursor });
    const third = await find(account.key, { phone, limit: 2, cursor: second.next_cursor });
    expect([first, second, third].flatMap(referencesOf)).toEqual(references);
    expect([first.limit, third.next_cursor]).toEqual([2, null]);
    const gone = await find(account.key, { phone, cursor: 1_000_000_000 });
    expect(referencesOf(gone)).toEqual(references);
    expect(referencesOf(await find(account.key, { phone, cursor: 1 }))).toEqual([]);
  });

  it('takes days, both of them included', async () => {
    const account = await createAccount(service);
    const phone = newPhone();
    const references: string[] = [];
    for (let day = 0; day < 3; day++) {
      references.unshift(...(await sent(account, phone, 1)));
      service.clock.advance(86_400);
    }
    const days = (await service.database.read.findBy(Message, { userId: account.userId }))
      .map(({ day }) => day)
      .sort();
    const [first, middle, last] = days;
    expect(referencesOf(await find(account.key, { phone, from: middle }))).toEqual(references.slice(0, 2));
    expect(referencesOf(await find(account.key, { phone, to: middle }))).toEqual(references.slice(1));
    expect(referencesOf(await find(account.key, { phone, from: middle, to: middle }))).toEqual([
      references[1],
    ]);
    expect(referencesOf(await find(account.key, { phone, from: last, to: first }))).toEqual([]);
  });
});

describe('the search by the last four digits', () => {
  it('finds masks that show four of them, and not those that show fewer', async () => {
    const account = await createAccount(service);
    const tail = String(randomInt(1000, 10_000));
    const found: string[] = [];
    for (const digits of [10, 11, 12, 13, 15]) {
      const [reference = ''] = await sent(account, phoneOf(digits).slice(0, -4) + tail, 1);
      if (digits >= 12) found.unshift(reference);
    }
    await sent(account, phoneOf(12).slice(0, -4) + String((Number(tail) + 1) % 10_000).padStart(4, '0'), 1);
    const { items } = await find(account.key, { last4: tail });
    expect(items.map(({ reference }) => reference)).toEqual(found);
    for (const { recipient } of items) expect(recipient).toMatch(new RegExp(`\\*{4}${tail}$`));
  });
});

describe('the search by an identifier', () => {
  it('finds the message of a reference, of the gateway’s id, of an external_id and of an Idempotency-Key', async () => {
    const { key, userId } = await createAccount(service);
    const other = await createAccount(service);
    const idempotency_key = `kunci ${randomInt(1e9)}`;
    await send(key, { external_id: 'a b' }, { 'idempotency-key': idempotency_key });
    const { reference, gatewayMessageId: message_id } = await newest(userId);
    await send(key, { external_id: 'a b ' });
    for (const body of [{ reference }, { message_id }, { external_id: 'a b' }, { idempotency_key }]) {
      expect(referencesOf(await find(key, body)), JSON.stringify(body)).toEqual([reference]);
      expect(referencesOf(await find(other.key, body)), JSON.stringify(body)).toEqual([]);
      expect(referencesOf(await find(admin, body, 'admin'))).toContain(reference);
      expect(referencesOf(await find(key, { ...body, to: '2020-01-01' }))).toEqual([]);
    }
  });

  it('knows an Idempotency-Key as long as its answer is kept', async () => {
    const { key } = await createAccount(service);
    const idempotency_key = `kunci ${randomInt(1e9)}`;
    await send(key, {}, { 'idempotency-key': idempotency_key });
    service.clock.advance(24 * 3600 - 60);
    expect((await find(key, { idempotency_key })).items).toHaveLength(1);
    service.clock.advance(61);
    expect((await find(key, { idempotency_key })).items).toEqual([]);
  });
});

describe('whose messages are found', () => {
  it('are those of the key’s mode; of the account both, and it says which', async () => {
    const account = await createAccount(service);
    const [phone, key] = [newPhone(), await testKeyOf(account)];
    const live = await sent(account, phone, 1);
    const test = await sent({ ...account, key }, phone, 1);
    expect(referencesOf(await find(account.key, { phone }))).toEqual(live);
    expect(referencesOf(await find(key, { phone }))).toEqual(test);
    const token = await userToken(service, account.userId);
    const { items } = await find(token, { phone }, 'account');
    expect(items.map(({ reference, livemode }) => [reference, livemode])).toEqual([
      [test[0], false],
      [live[0], true],
    ]);
    const page = await find(token, { phone, limit: 1 }, 'account');
    const rest = await find(token, { phone, limit: 1, cursor: page.next_cursor }, 'account');
    expect([page, rest].flatMap(referencesOf)).toEqual([...test, ...live]);
    const stranger = await userToken(service, (await createAccount(service)).userId);
    expect((await find(stranger, { phone }, 'account')).items).toEqual([]);
  });

  it('are everybody’s for an administrator, and for nobody else', async () => {
    const accounts = [await createAccount(service), await createAccount(service)] as const;
    const phone = phoneOf(12);
    for (const account of accounts) await sent(account, phone, 1);
    for (const body of [{ phone }, { last4: phone.slice(-4), limit: 2 }]) {
      const { items } = await find(admin, body, 'admin');
      expect(items.map(({ user_id }) => user_id)).toEqual(accounts.map(({ userId }) => userId).reverse());
    }
    const token = await userToken(service, accounts[0].userId);
    const refused = await search(token, { phone }, 'admin');
    expect(refused).toAnswer(403, 'forbidden');
    expect(await search(accounts[0].key, { phone }, 'account')).toAnswer(401);
    expect(await search(token, { phone })).toAnswer(401);
  });
});

it('is noted of an administrator by what kind of thing, and the phone is nowhere', async () => {
  const account = await createAccount(service);
  const phone = phoneOf(14);
  const count = async () => service.database.read.countBy(AuditEntry, { action: 'message.search' });
  const before = await count();
  const token = await userToken(service, account.userId);
  await find(admin, { phone }, 'admin');
  await find(account.key, { phone });
  await find(token, { phone }, 'account');
  for (const [room, who] of [
    ['otp', account.key],
    ['admin', admin],
  ])
    await search(who ?? '', { phone: `${phone} x`, last4: phone.slice(-4) }, room);
  expect(await count()).toBe(before + 1);
  const [entry] = await service.database.read.find(AuditEntry, {
    where: { action: 'message.search' },
    order: { id: 'DESC' },
    take: 1,
  });
  expect(entry).toMatchObject({ target: 'messages', detail: { by: 'phone' }, userId: null });
  const rows = await Promise.all(
    schema.entities.map((entity) => service.database.read.getRepository(entity).find()),
  );
  const kept = `${JSON.stringify(rows)}\n${service.logs.join('\n')}`;
  for (const form of [phone, phone.slice(2), `0${phone.slice(2)}`]) expect(kept).not.toContain(form);
});

describe('a search that is none', () => {
  it.each([
    [{}, 'parameter_missing', 6],
    [{ from: '2026-01-01' }, 'parameter_missing', 6],
    [{ phone: null }, 'parameter_missing', 6],
    [{ phone: '081234567890', last4: '7890' }, 'parameter_invalid', 2],
    [{ phone: '12345' }, 'phone_invalid', 1],
    [{ phone: 81234567890 }, 'phone_invalid', 1],
    [{ last4: '789' }, 'parameter_invalid', 1],
    [{ last4: '78901' }, 'parameter_invalid', 1],
    [{ last4: 7890 }, 'parameter_invalid', 1],
    [{ last4: '%%%%' }, 'parameter_invalid', 1],
    [{ reference: '' }, 'parameter_invalid', 1],
    [{ external_id: 'é' }, 'parameter_invalid', 1],
    [{ message_id: 'x'.repeat(256) }, 'parameter_invalid', 1],
    [{ idempotency_key: 'é' }, 'parameter_invalid', 1],
    [{ last4: '7890', from: '2026-02-30' }, 'parameter_invalid', 1],
    [{ last4: '7890', limit: 101 }, 'parameter_invalid', 1],
    [{ last4: '7890', cursor: 0 }, 'parameter_invalid', 1],
  ])('%j is %s', async (body, code, fields) => {
    const { key } = await createAccount(service);
    const answer = await search(key, body);
    expect(answer).toAnswer(400, code);
    expect((answer.body as unknown as { fields: string[] }).fields).toHaveLength(fields);
  });
});
