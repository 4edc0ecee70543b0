import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeysService } from '../../src/api-keys/index.js';
import { CreditEntry } from '../../src/credit/credit.entities.js';
import { Message, MessageAttempt } from '../../src/otp/message.entities.js';
import { keepBooks } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
keepBooks(() => service);

interface Sent {
  message_id: string;
  recipient: string;
  credit_used: number;
  credit_balance: number;
}

const send = (token: string, body: unknown) => service.api.post('/api/otp/send', body, { token });

describe('a send', () => {
  it('delivers the code through the gateway and answers message, mask, price and balance', async () => {
    const { key } = await createAccount(service, 1000);
    const answer = await send(
      key,
      sendBody({ phone: '0812-3456-7890', otp_code: '482913', company_name: ' Toko *Budi* ' }),
    );
    expect(answer).toAnswer(200);
    expect(answer.body.message).toBe('OTP berhasil dikirim.');
    const data = answer.body.data as Sent;
    expect(data).toEqual({
      message_id: expect.any(String),
      recipient: '6281****7890',
      credit_used: 200,
      credit_balance: 800,
      reference: expect.stringMatching(/^otp_/),
      external_id: null,
      metadata: null,
    });
    const taken = service.gateway.accepted.find(({ id }) => id === data.message_id);
    expect(taken).toMatchObject({ to: '6281234567890' });
    expect(taken?.text).toContain('482913');
    expect(taken?.text).toContain('Toko Budi');
  });

  it('writes message, attempt and charge, and no more than the mask of the phone', async () => {
    const { key, userId } = await createAccount(service, 200);
    const { data } = (await send(key, sendBody())).body as unknown as { data: Sent };
    const message = await service.database.read.findOneByOrFail(Message, {
      gatewayMessageId: data.message_id,
    });
    expect(message).toMatchObject({
      userId,
      status: 'sent',
      creditUsed: 200,
      recipientMasked: data.recipient,
    });
    expect(message.attemptMs).toBeGreaterThanOrEqual(0);
    expect(await service.database.read.countBy(MessageAttempt, { messageId: message.id })).toBe(0);
    const entries = await service.database.read.findBy(CreditEntry, { messageId: message.id });
    expect(entries).toMatchObject([{ kind: 'charge', amount: -200, balanceAfter: 0 }]);
  });

  it('costs a refused message nothing, with charge and refund as ledger lines', async () => {
    const { key, userId } = await createAccount(service, 200);
    service.gateway.script([{ refuse: { status: 400, error: 'no' } }]);
    expect(await send(key, sendBody())).toAnswer(502);
    const entries = await service.database.read.find(CreditEntry, {
      where: { userId },
      order: { id: 'DESC' },
      take: 2,
    });
    expect(entries.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter])).toEqual([
      ['refund', 200, 200],
      ['charge', -200, 0],
    ]);
    const history = await service.api.get('/api/otp/history', { token: key });
    expect(history.body.data).toMatchObject({ total: 1, items: [{ status: 'failed', credit_used: 0 }] });
  });

  it('sends a test key’s message nowhere and charges nothing', async () => {
    const { userId } = await createAccount(service, 200);
    const { key } = await service.app.get(ApiKeysService).create(userId, { name: 'uji', mode: 'test' });
    const before = service.gateway.accepted.length;
    const answer = await send(key, sendBody());
    expect(answer).toAnswer(200);
    expect(answer.body.data).toMatchObject({ credit_used: 0, credit_balance: 200 });
    expect(service.gateway.accepted.length).toBe(before);
    const history = await service.api.get('/api/otp/history', { token: key });
    expect(history.body.data).toMatchObject({ total: 1, items: [{ status: 'delivered', credit_used: 0 }] });
  });

  it('lets through exactly one of many identical sends at once', async () => {
    const { key } = await createAccount(service, 10_000);
    const body = sendBody();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(key, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await service.api.get('/api/otp/credit', { token: key })).body.data).toMatchObject({
      credit_balance: 9800,
    });
  });

  it('lets through exactly as many concurrent sends as the balance affords', async () => {
    const { key, userId } = await createAccount(service, 50 * 200);
    const before = service.gateway.requests.accepted;
    const answers = await Promise.all(Array.from({ length: 200 }, () => send(key, sendBody())));
    const succeeded = answers.filter(({ status }) => status === 200);
    expect(succeeded).toHaveLength(50);
    expect(answers.filter(({ body }) => body.code === 'insufficient_credit')).toHaveLength(150);
    expect(service.gateway.requests.accepted - before).toBe(50);
    const { sum } = (await service.database.read
      .createQueryBuilder(CreditEntry, 'entry')
      .select('SUM(entry.amount)', 'sum')
      .where({ userId })
      .getRawOne<{ sum: string | number }>()) ?? { sum: NaN };
    expect(Number(sum)).toBe(0);
  });
});
