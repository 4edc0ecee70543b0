import { Like } from 'typeorm';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ApiKeyVerifier } from '../../src/api-keys/index.js';
import { Device } from '../../src/gateway/device.entities.js';
import { DuplicateWindow, Message } from '../../src/otp/message.entities.js';
import { MessageStore } from '../../src/otp/messages/message-store.js';
import { Recovery } from '../../src/otp/recovery.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { IdempotencyKey } from '../../src/platform/idempotency/index.js';
import { Phone } from '../../src/platform/text/phone.rules.js';
import { addSeconds } from '../../src/platform/time/clock.js';
import { reportStatus } from '../callbacks/report-status.js';
import { addDevice } from '../gateway/devices.js';
import { rawServer } from '../gateway/support.js';
import { keepBooks } from '../support/app.js';
import { type Account, createAccount, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { RECOVERY_SECONDS: '3600' } });
});
afterAll(() => service.close());
afterEach(() => {
  service.clock.reset();
  service.gateway.behave({ lookup: 'normal' });
});
keepBooks(() => service);

const PAST_LEASE_SECONDS = 26;

async function unknownSend(account: Account, dropAnswer: 'before' | 'after', headers = {}) {
  service.gateway.script([{ dropAnswer }]);
  const body = sendBody();
  const answer = await service.api.post('/api/otp/send', body, { token: account.key, headers });
  expect(answer.body.code).toBe('gateway_unknown');
  return body;
}

const messageOf = ({ userId }: Account) =>
  service.database.read.findOneOrFail(Message, { where: { userId }, order: { id: 'DESC' } });
const balanceOf = async ({ key }: Account) =>
  ((await service.api.get('/api/otp/credit', { token: key })).body.data as { credit_balance: number })
    .credit_balance;

async function recover(afterSeconds = PAST_LEASE_SECONDS): Promise<void> {
  service.clock.advance(afterSeconds);
  await service.app.get(Recovery).sweep();
}

describe('a message whose outcome is unknown', () => {
  it('is left alone while its sender may still be at it', async () => {
    const account = await createAccount(service, 200);
    await unknownSend(account, 'after');
    await recover(1);
    expect((await messageOf(account)).status).toBe('pending');
  });

  it('is found by its reference at the gateway, and stays charged', async () => {
    const account = await createAccount(service, 200);
    await unknownSend(account, 'after');
    await recover();
    expect(await messageOf(account)).toMatchObject({
      status: 'sent',
      creditUsed: 200,
      gatewayMessageId: expect.any(String),
    });
    expect(await balanceOf(account)).toBe(0);
  });

  it('is refunded, and its code free again, when the gateway never took it', async () => {
    const account = await createAccount(service, 200);
    const body = await unknownSend(account, 'before');
    await recover();
    expect(await messageOf(account)).toMatchObject({ status: 'failed', creditUsed: 0 });
    expect(await service.api.post('/api/otp/send', body, { token: account.key })).toAnswer(200);
  });

  it('expires with a refund when the gateway cannot tell, but not before its time', async () => {
    const account = await createAccount(service, 200);
    service.gateway.behave({ lookup: 'unavailable' });
    await unknownSend(account, 'after');
    await recover(880);
    expect((await messageOf(account)).status).toBe('pending');
    await recover(61);
    expect(await messageOf(account)).toMatchObject({ status: 'failed', creditUsed: 0 });
    expect(await balanceOf(account)).toBe(200);
  });

  it('keeps its refund when it turns out to be delivered after it expired', async () => {
    const account = await createAccount(service, 200);
    service.gateway.behave({ lookup: 'unavailable' });
    await unknownSend(account, 'after');
    await recover(1000);
    service.clock.reset();
    const taken = service.gateway.accepted.at(-1);
    await service.gateway.callback(taken?.id ?? '', 'delivered');
    expect(await messageOf(account)).toMatchObject({ status: 'delivered', creditUsed: 0 });
    expect(await balanceOf(account)).toBe(200);
  });

  it('is settled once, however many instances sweep at once', async () => {
    const account = await createAccount(service, 2000);
    for (let i = 0; i < 5; i++) await unknownSend(account, 'before');
    service.clock.advance(PAST_LEASE_SECONDS);
    await Promise.all(Array.from({ length: 4 }, () => service.app.get(Recovery).sweep()));
    expect(await balanceOf(account)).toBe(2000);
  });
});

describe('a sender that died', () => {
  it('between charge and dispatch gets its price back: no gateway knows the reference', async () => {
    const account = await createAccount(service, 200);
    await openOnly(account);
    expect(await balanceOf(account)).toBe(0);
    await recover();
    expect(await messageOf(account)).toMatchObject({ status: 'failed', creditUsed: 0 });
    expect(await balanceOf(account)).toBe(200);
    expect(
      await service.database.read.count(DuplicateWindow, {
        where: { reference: (await messageOf(account)).reference },
      }),
    ).toBe(0);
  });

  /** A send whose process died before it kept its 504, and what asks for its answer. */
  async function dead(account: Account, dropAnswer: 'before' | 'after') {
    const headers = { 'idempotency-key': `mati-${account.userId}` };
    const body = await unknownSend(account, dropAnswer, headers);
    const { id } = await messageOf(account);
    await service.database.tx((tx) =>
      tx.update(IdempotencyKey, { messageId: id }, { status: null, answer: null }),
    );
    const repeat = () => service.api.post('/api/otp/send', body, { token: account.key, headers });
    expect((await repeat()).body.code).toBe('idempotency_in_flight');
    return repeat;
  }

  it('before it answered leaves the answer to the recovery: the repetition learns how it ended', async () => {
    const account = await createAccount(service, 200);
    const repeat = await dead(account, 'after');
    await recover();
    await recover(61);
    const answer = await repeat();
    expect(answer).toAnswer(200);
    expect(answer.headers.get('idempotency-replayed')).toBe('true');
    expect(answer.body.data).toMatchObject({
      credit_used: 200,
      message_id: (await messageOf(account)).gatewayMessageId,
    });
  });

  it('is said to have sent nothing only where that is certain', async () => {
    const account = await createAccount(service, 200);
    const repeat = await dead(account, 'before');
    await recover();
    await recover(61);
    expect((await repeat()).body).toMatchObject({ code: 'gateway_error' });
    expect(await balanceOf(account)).toBe(200);
  });

  it('is said to be unknown where it stayed so, though its price is back', async () => {
    const account = await createAccount(service, 200);
    service.gateway.behave({ lookup: 'unavailable' });
    const repeat = await dead(account, 'after');
    await recover(1000);
    await recover(61);
    const answer = await repeat();
    expect(answer).toAnswer(504, 'gateway_unknown');
    expect(await balanceOf(account)).toBe(200);
  });

  it('is answered for, however many others wait for the end of theirs', async () => {
    const other = await createAccount(service, 200 * 101);
    for (let nth = 0; nth < 101; nth++) await openOnly(other, nth);
    const pending = await service.database.read.findBy(Message, { userId: other.userId });
    const expiresAt = addSeconds(service.clock.now(), 86_400);
    const keys = pending.map(({ id: messageId, userId, reference }) => {
      const index = reference.padEnd(64, '0');
      return { userId, messageId, expiresAt, route: 'otp.send', keyIndex: index, bodyIndex: index };
    });
    await service.database.tx((tx) => tx.insert(IdempotencyKey, keys));
    const account = await createAccount(service, 200);
    const repeat = await dead(account, 'after');
    service.clock.advance(PAST_LEASE_SECONDS);
    const others = { userId: other.userId };
    await service.database.tx((tx) =>
      tx.update(Message, others, { leaseUntil: addSeconds(service.clock.now(), 600) }),
    );
    await service.app.get(Recovery).sweep();
    await recover(61);
    expect(await repeat()).toAnswer(200);
    for (let round = 0; round < 4; round++) await recover(1000);
  });

  it('has sent what a gateway took, also where that failed on its way', async () => {
    const account = await createAccount(service, 200);
    const repeat = await dead(account, 'after');
    const taken = service.gateway.accepted.at(-1);
    await reportStatus(service, taken?.id ?? '', 'failed', { reference: taken?.reference });
    await recover(61);
    const answer = await repeat();
    expect(answer).toAnswer(200);
    expect(answer.body.data).toMatchObject({ message_id: taken?.id, credit_used: 0, credit_balance: 200 });
  });
});

describe('a gateway that does not answer', () => {
  it('is not taken for one that knows nothing, where a stop cuts its look-up off', async () => {
    let asked = 0;
    const address = await rawServer((socket) => void socket.on('data', () => asked++));
    const silent = await addDevice(service, `http://${address}`, 'token', { state: 'disabled' });
    const account = await createAccount(service, 200);
    await openOnly(account);
    const { userId } = account;
    await service.database.tx((tx) => tx.update(Message, { userId }, { deviceId: silent.id }));
    service.clock.advance(1000);
    const stop = new AbortController();
    const round = service.app.get(Recovery).sweep(stop.signal);
    await expect.poll(() => asked).toBeGreaterThan(0);
    stop.abort();
    await round;
    expect((await messageOf(account)).status).toBe('pending');
  });

  it('keeps neither its own messages from their end nor others, and is not asked about each', async () => {
    let asked = 0;
    const address = await rawServer((socket) => void socket.on('data', () => asked++));
    const slow = await startTestService({ env: { RECOVERY_SECONDS: '3600', GATEWAY_TIMEOUT_MS: '3000' } });
    onTestFinished(() => slow.close());
    const silent = await addDevice(slow, `http://${address}`, 'token', { state: 'disabled' });
    const account = await createAccount(slow, 200 * 30);
    for (let nth = 0; nth < 30; nth++) await openOnly(account, nth, slow);
    const { userId } = account;
    const [last] = await slow.database.read.find(Message, {
      where: { userId },
      order: { id: 'DESC' },
      take: 1,
    });
    const [device] = await slow.database.read.find(Device, { order: { id: 'ASC' }, take: 1 });
    await slow.database.tx((tx) => tx.update(Message, { userId }, { deviceId: silent.id }));
    await slow.database.tx((tx) => tx.update(Message, { id: last?.id }, { deviceId: device?.id ?? 0 }));
    slow.clock.advance(1000);
    expect(await slow.app.get(Recovery).sweep()).toBe(30);
    const ended = await slow.database.read.findBy(Message, { userId, status: 'failed' });
    const reasons = ended.map(({ id, failureReason }) => [id === last?.id, failureReason]);
    expect(reasons.filter(([isLast]) => isLast)).toEqual([[true, 'unknown']]);
    expect(reasons.filter(([isLast]) => !isLast)).toEqual(Array(29).fill([false, 'expired']));
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThanOrEqual(10);
  });
});

/** What a send leaves behind when its process dies right after the first transaction. */
async function openOnly(account: Account, nth = 0, on = service): Promise<void> {
  const who = await on.app.get(ApiKeyVerifier).verify(account.key, '127.0.0.1');
  const phone = Phone.parse('081355550000');
  if (!who || !phone) throw new Error('the account is not usable');
  await on.app.get(MessageStore).create({
    who,
    phone,
    companyName: 'Toko',
    route: { first: 'whatsapp', next: [], asked: null },
    recipientIndex: 'r'.repeat(64),
    duplicateIndexes: [`d${account.userId}-${nth}-`.padEnd(64, '0')],
    deviceAvailable: true,
  });
}

it('forgets every duplicate window that is over in one round, however many a busy minute has left', async () => {
  const rows = Array.from({ length: 1200 }, (_, at) => ({
    duplicateIndex: `over-${at}`.padStart(64, '0'),
    reference: `otp_over_${at}`,
    expiresAt: service.clock.now(),
  }));
  for (let from = 0; from < rows.length; from += 200)
    await service.database.tx((tx) => tx.insert(DuplicateWindow, rows.slice(from, from + 200)));
  const [one] = rows;
  await service.database.tx((tx) =>
    tx.update(
      DuplicateWindow,
      { reference: one?.reference },
      { expiresAt: addSeconds(service.clock.now(), 60) },
    ),
  );
  await service.app.get(Sweepers).runOnce('the purge of duplicate windows');
  const left = await service.database.read.findBy(DuplicateWindow, { reference: Like('otp_over_%') });
  expect(left.map(({ reference }) => reference)).toEqual(['otp_over_0']);
});
