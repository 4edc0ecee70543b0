import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../ormconfig.js';
import { CreditEntry } from '../../src/credit/credit.entities.js';
import { MonthStatement } from '../../src/credit/statements/statement.entities.js';
import { UsageDay } from '../../src/credit/usage/usage.entities.js';
import { Message } from '../../src/otp/message.entities.js';
import { InboundVerification } from '../../src/otp/verifications/verification.entities.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { keepBooks } from '../support/app.js';
import { type Account, addWebhook, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken, userToken } from '../support/tokens.js';
import { closeMonth, seedMonth, toOpenMonth } from './statements.js';

const DAY_SECONDS = 86_400;
const ERASE_DAYS = 30;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    env: { SIGNUP_CREDIT: '0', RECOVERY_SECONDS: '3600', ACCOUNT_ERASE_DAYS: String(ERASE_DAYS) },
  });
  await toOpenMonth(service);
});
afterAll(() => service.close());
keepBooks(() => service);

const close = async (userId: number, body: object = {}) =>
  service.api.post(`/api/admin/users/${userId}/close`, body, { token: await adminToken(service) });
const send = (key: string) => service.api.post('/api/otp/send', sendBody(), { token: key });
const linesOf = (userId: number) =>
  service.database.read.find(CreditEntry, { where: { userId }, order: { id: 'ASC' } });
const balanceOf = async (userId: number) => (await linesOf(userId)).at(-1)?.balanceAfter ?? 0;
const eraseDue = () => service.app.get(Sweepers).runOnce('the erasure of closed accounts');
const pastErasure = () => service.clock.advance(ERASE_DAYS * DAY_SECONDS);
const stateOf = async (userId: number) => {
  const token = await adminToken(service);
  const { body } = await service.api.get(`/api/admin/users/${userId}/close`, { token });
  return (body.data as { state: string }).state;
};

async function topUpRequest({ userId }: Account, sender = 'Budi'): Promise<void> {
  const token = await userToken(service, userId);
  const body = { amount: 50_000, sender };
  expect(await service.api.post('/api/account/top-up/requests', body, { token })).toAnswer(201);
}

/** A message that was sent, by the id of the gateway. */
async function sent({ key }: Account): Promise<string> {
  const answer = await send(key);
  expect(answer).toAnswer(200);
  return (answer.body.data as { message_id: string }).message_id;
}

describe('an owner', () => {
  it('asks for the closing and takes it back; nothing ends before an administrator decides', async () => {
    const { userId, key } = await createAccount(service);
    const token = await userToken(service, userId);
    const path = '/api/account/close';
    expect(await service.api.delete(path, { token })).toAnswer(404, 'not_found');
    const asked = await service.api.post(path, {}, { token });
    expect(asked).toAnswer(200);
    expect(asked.body.data).toMatchObject({ state: 'requested', closed_at: null });
    service.clock.advance(60);
    expect((await service.api.post(path, {}, { token })).body.data, 'asked again').toEqual(asked.body.data);
    expect(await stateOf(userId)).toBe('requested');
    expect(await send(key)).toAnswer(200);
    expect((await service.api.delete(path, { token })).body.data).toMatchObject({ state: 'open' });
    expect(await stateOf(userId)).toBe('open');
  });

  it('is asked for the password ten minutes after the login', async () => {
    const { userId } = await createAccount(service);
    const token = await userToken(service, userId);
    service.clock.advance(601);
    expect(await service.api.post('/api/account/close', {}, { token })).toAnswer(
      403,
      'recent_login_required',
    );
  });
});

describe('a closed account', () => {
  it('has no session, key, webhook, open top-up request or credit, and is not opened again', async () => {
    const account = await createAccount(service, 700);
    const { userId, key } = account;
    const token = await userToken(service, userId);
    await addWebhook(service, userId);
    await topUpRequest(account);
    const closed = await close(userId, { note: 'Dikembalikan lewat BCA' });
    expect(closed).toAnswer(200);
    expect(closed.body.data).toMatchObject({ state: 'closed', erased_at: null });
    expect(await send(key)).toAnswer(401, 'api_key_invalid');
    expect(await service.api.get('/api/auth/me', { token })).toAnswer(401, 'token_invalid');
    const [row] = await service.database.read.query<object[]>(
      `SELECT (SELECT COUNT(*) FROM webhook_endpoints WHERE user_id = ${userId} AND deleted_at IS NULL) AS webhooks,
        (SELECT COUNT(*) FROM top_up_requests WHERE user_id = ${userId} AND status = 'open') AS requests`,
    );
    expect(row).toEqual({ webhooks: expect.toSatisfy(isZero), requests: expect.toSatisfy(isZero) });
    expect((await linesOf(userId)).at(-1)).toMatchObject({
      ...{ kind: 'adjustment', amount: -700, balanceAfter: 0, note: 'Dikembalikan lewat BCA' },
      actorId: expect.any(Number),
    });
    const admin = await adminToken(service);
    const resume = { suspended: false };
    expect(await service.api.put(`/api/admin/users/${userId}/suspension`, resume, { token: admin })).toAnswer(
      409,
      'account_closed',
    );
    const email = { email: `baru-${userId}@example.test` };
    expect(await service.api.put(`/api/admin/users/${userId}/email`, email, { token: admin })).toAnswer(
      409,
      'account_closed',
    );
  });

  it('is closed once, also by two administrators at once, and never by its owner', async () => {
    const { userId } = await createAccount(service, 500);
    const answers = await Promise.all([close(userId), close(userId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await linesOf(userId)).filter(({ amount }) => amount < 0)).toHaveLength(1);
    const admin = await adminToken(service);
    const { body } = await service.api.get('/api/auth/me', { token: admin });
    expect(await close((body.data as { id: number }).id)).toAnswer(409, 'own_account');
    expect(await close(999_999)).toAnswer(404, 'not_found');
    const stranger = await userToken(service, (await createAccount(service)).userId);
    expect(await service.api.post(`/api/admin/users/${userId}/close`, {}, { token: stranger })).toAnswer(
      403,
      'forbidden',
    );
  });

  it('without a balance has no line for it', async () => {
    const { userId } = await createAccount(service, 0);
    expect(await close(userId)).toAnswer(200);
    expect(await linesOf(userId)).toEqual([]);
  });
});

describe('an erasure', () => {
  it('settles a refund that came after the closing by one more line', async () => {
    const account = await createAccount(service, 200);
    const { userId } = account;
    service.clock.reset();
    const id = await sent(account);
    expect(await close(userId)).toAnswer(200);
    await service.gateway.callback(id, 'failed', 'no');
    expect(await balanceOf(userId)).toBe(200);
    await eraseDue();
    expect(await stateOf(userId), 'before its time').toBe('closed');
    pastErasure();
    for (let round = 0; round < 2; round++) await eraseDue();
    expect(await stateOf(userId)).toBe('erased');
    const lines = (await linesOf(userId)).map(({ kind, amount }) => [kind, amount]);
    expect(lines).toEqual([
      ['topup', 200],
      ['charge', -200],
      ['refund', 200],
      ['adjustment', -200],
    ]);
    service.clock.reset();
  });

  it('waits for a message whose outcome is open, so that its refund is settled too', async () => {
    const account = await createAccount(service, 200);
    const { userId } = account;
    const id = await sent(account);
    const pending = { status: 'pending' as const };
    const { id: row } = await service.database.read.findOneByOrFail(Message, { gatewayMessageId: id });
    const before = await service.database.read.findOneByOrFail(Message, { id: row });
    expect(await close(userId)).toAnswer(200);
    pastErasure();
    await service.database.tx((tx) => tx.update(Message, { id: row }, pending));
    await eraseDue();
    expect(await stateOf(userId)).toBe('closed');
    await service.database.tx((tx) => tx.update(Message, { id: row }, { status: before.status }));
    await eraseDue();
    expect(await stateOf(userId)).toBe('erased');
    service.clock.reset();
  });

  it('waits for the end of a legal hold', async () => {
    const { userId } = await createAccount(service);
    const hold = async (active: boolean) => {
      const token = await adminToken(service);
      const body = active ? { active, reason: 'Perkara 12/2030' } : { active };
      expect(await service.api.put(`/api/admin/users/${userId}/legal-hold`, body, { token })).toAnswer(200);
    };
    expect(await close(userId)).toAnswer(200);
    await hold(true);
    pastErasure();
    await eraseDue();
    expect(await stateOf(userId)).toBe('closed');
    await hold(false);
    await eraseDue();
    expect(await stateOf(userId)).toBe('erased');
    service.clock.reset();
  });

  it('leaves ledger and statements with their figures, and nothing that says whose they are', async () => {
    const { account } = await seedMonth(service);
    const { userId, username } = account;
    const token = await userToken(service, userId);
    const billing = { name: 'PT Rahasia Abadi', address: 'Jl. Melati 9', tax_number: 'NPWP 77.1' };
    expect(await service.api.put('/api/account/billing', billing, { token })).toAnswer(200);
    await topUpRequest(account, 'Siti Rahasia');
    const month = await closeMonth(service);
    const before = await figuresOf(userId);
    expect(await close(userId, { note: 'Untuk Siti Rahasia' })).toAnswer(200);
    pastErasure();
    await eraseDue();
    const state = await stateOf(userId);
    // On a busy machine the job may have run by itself.
    const open = await service.database.read.countBy(InboundVerification, { userId, status: 'pending' });
    if (open > 0) expect(state, 'an inbound verification may be refunded').toBe('closed');
    await service.app.get(Sweepers).runOnce('inbound verifications that expire');
    for (let round = 0; round < 2; round++) await eraseDue();
    expect(await stateOf(userId)).toBe('erased');

    const after = await figuresOf(userId);
    expect(after.lines.slice(0, before.lines.length)).toEqual(before.lines);
    // Of the closing, of the verification that expired after it, and of the erasure.
    expect(after.lines.slice(before.lines.length).map(({ kind }) => kind)).toEqual([
      'adjustment',
      'refund',
      'adjustment',
    ]);
    expect(after.statements).toEqual(before.statements);
    expect(after.usage).toEqual(expect.arrayContaining(before.usage));
    const rows = JSON.stringify(await everyRow());
    for (const word of [username, 'Rahasia', 'Melati', '77.1', 'Apotek', 'gudang'])
      expect(rows, word).not.toContain(word);
    const admin = await adminToken(service);
    const answer = await service.api.get(`/api/admin/statements/${month}`, { token: admin });
    expect(JSON.stringify(answer.body.data)).toContain(`erased:${userId}`);
    // The name is free again.
    await register(username);
    service.clock.reset();
  });
});

const isZero = (value: unknown) => Number(value) === 0;

async function register(username: string): Promise<void> {
  const person = { username, email: `${username}@example.test`, password: 'sandi-rahasia-2', name: 'Lain' };
  expect(await service.api.post('/api/auth/register', person)).toAnswer(201);
}

/** Lines without notes, statements without names, usage without brands. */
async function figuresOf(userId: number) {
  const lines = await linesOf(userId);
  const statements = await service.database.read.findBy(MonthStatement, { userId });
  const usage = await service.database.read
    .createQueryBuilder(UsageDay, 'usage')
    .select(['usage.day AS day', 'usage.channel AS channel'])
    .addSelect('SUM(usage.charges)', 'charges')
    .addSelect('SUM(usage.refunds)', 'refunds')
    .addSelect('SUM(usage.messages)', 'messages')
    .where({ userId })
    .groupBy('usage.day, usage.channel')
    .getRawMany<Record<string, unknown>>();
  return {
    lines: lines.map(({ note: _, ...line }) => line),
    statements: statements.map(({ details, ...figures }) => ({
      ...figures,
      parts: details.items.map(({ messages, charges, refunds }) => ({ messages, charges, refunds })),
    })),
    usage: usage.filter(({ channel }) => channel !== ''),
  };
}

/** Of the whole database. */
async function everyRow(): Promise<object[]> {
  const { read } = service.database;
  const tables = schema.entities.map((entity) => read.dataSource.getMetadata(entity as never).tableName);
  const rows = await Promise.all(tables.map((table) => read.query<object[]>(`SELECT * FROM ${table}`)));
  return rows.flat();
}
