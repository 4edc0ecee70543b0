import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { CallbackInbox } from '../../../../src/otp/index.js';
import { Recovery } from '../../../../src/otp/recovery.js';
import { EventFanOut } from '../../../../src/webhook/event-fan-out.js';
import { type Account, createAccount, sendBody } from '../../../support/factories.js';
import type { TestService } from '../../../support/service.js';
import { TestClock } from '../../../support/test-clock.js';
import { happen, newOwner, register } from '../../../webhook/support.js';
import { observe, observeLong, OperatorDesk, OPERATORS, phone } from './desk.js';

const PUBLIC = 'https://example.com/webhook';

/** Sends while another transaction holds the account's balance: one waits for it, one behind that one, no more. */
async function overload(service: TestService, { userId, key }: Account): Promise<void> {
  const codes: (string | undefined)[] = [];
  const send = async () => {
    const { body } = await service.api.post('/api/otp/send', sendBody(), { token: key });
    codes.push(body.code);
  };
  const sends = await service.database.tx(async (tx) => {
    await tx.query(`UPDATE credit_balances SET balance = balance WHERE user_id = ${userId}`);
    const underWay = Array.from({ length: 6 }, send);
    await expect.poll(() => codes).toContain('overloaded');
    return underWay;
  });
  await Promise.all(sends);
}

describe('a backlog', () => {
  it('of events that nobody hands out, or of deliveries that nobody makes, is told', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    const owner = await newOwner(service);
    await register(service, owner, PUBLIC);
    await happen(service, owner.userId);
    await observeLong(service);
    expect(desk.told, 'five minutes have not passed').toEqual([]);
    service.clock.advance(300);
    await observeLong(service);
    expect(desk.told).toEqual(['began webhook_backlog']);
    expect(desk.notices[0]?.data).toMatchObject({
      subject: 'service',
      detail: { endpoints: 0, events: 1, seconds: 300 },
    });
    await service.app.get(EventFanOut).createDeliveries();
    for (let round = 0; round < 2; round++) await observeLong(service);
    expect(desk.told, 'handed out, and due for a minute or two').toEqual([
      'began webhook_backlog',
      'ended webhook_backlog',
    ]);
    service.clock.advance(300);
    await observeLong(service);
    expect(desk.told.slice(2)).toEqual(['began webhook_backlog']);
    expect(desk.notices[2]?.data.detail).toMatchObject({ endpoints: 1, events: 0 });
  });

  it('of pending messages that nobody looks at is told', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    const { key } = await createAccount(service);
    service.gateway.script([{ dropAnswer: 'after' }]);
    await service.api.post('/api/otp/send', sendBody(), { token: key });
    await observeLong(service);
    expect(desk.told).toEqual([]);
    service.clock.advance(120);
    await observeLong(service);
    expect(desk.told).toEqual(['began pending_backlog']);
    expect(desk.notices[0]?.data.detail).toEqual({ messages: 1, seconds: 120 });
  });

  it('of callbacks without their message is told above its setting', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service({ env: { ALERT_CALLBACKS_WAITING: '2' } });
    const callback = async (gatewayMessageId: string) => {
      const reached = { status: 'delivered', error: null, failureReason: null } as const;
      const news = { gatewayMessageId, reference: null, ...reached };
      await service.app.get(CallbackInbox).accept([news], null);
    };
    for (const id of ['a', 'b']) await callback(id);
    await observeLong(service);
    expect(desk.told).toEqual([]);
    await callback('c');
    await observeLong(service);
    expect(desk.told).toEqual(['began callback_backlog']);
  });

  it('of sends that are refused as overloaded for a minute is told, a moment of them is not', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service({ env: { SEND_QUEUE_MAX: '1', SEND_BATCH_MAX: '1' } });
    const account = await createAccount(service);
    const rush = () => overload(service, account);
    await rush();
    await observe(service);
    service.clock.advance(61);
    await observe(service);
    expect(desk.told).toEqual([]);
    for (let round = 0; round < 4; round++) {
      await rush();
      await observe(service);
      service.clock.advance(21);
    }
    expect(desk.told).toEqual(['began sends_overloaded']);
    for (let round = 0; round < 2; round++) await observeLong(service);
    expect(desk.told).toEqual(['began sends_overloaded', 'ended sends_overloaded']);
  });

  it('is none where its setting is 0', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service({
      env: { ALERT_WEBHOOK_DELAY_SECONDS: '0', ALERT_PENDING_DELAY_SECONDS: '0' },
    });
    const { key, userId } = await createAccount(service);
    service.gateway.script([{ dropAnswer: 'after' }]);
    await service.api.post('/api/otp/send', sendBody(), { token: key });
    await happen(service, userId);
    service.clock.advance(600);
    await observeLong(service);
    expect(desk.told).toEqual([]);
  });
});

describe('a source that cannot be asked', () => {
  it('says nothing, ends nothing, and does not keep the others from being asked', async () => {
    const desk = await OperatorDesk.start();
    const service = await desk.service();
    await phone(service, false);
    await observeLong(service);
    const broken = () =>
      service.database.tx((tx) => tx.query('ALTER TABLE messages RENAME TO messages_gone'));
    const mended = () =>
      service.database.tx((tx) => tx.query('ALTER TABLE messages_gone RENAME TO messages'));
    await broken();
    await phone(service, true);
    for (let round = 0; round < 2; round++) await observeLong(service);
    await mended();
    expect(desk.told).toEqual(['began device_disconnected', 'ended device_disconnected']);
    expect(service.logs.join('')).toContain('alerts were not looked for');
  });
});

/** A machine that is so far ahead of the database. */
class WrongClock extends TestClock {
  aheadSeconds = 0;

  override get skewSeconds(): number {
    return this.aheadSeconds;
  }
}

describe('a machine whose clock is wrong', () => {
  it('is told, and recovers nothing until its clock is right', async () => {
    const desk = await OperatorDesk.start();
    const clock = new WrongClock();
    const service = await desk.service({ clock });
    const { key } = await createAccount(service);
    const recovery = service.app.get(Recovery);
    service.gateway.script([{ dropAnswer: 'after' }]);
    await service.api.post('/api/otp/send', sendBody(), { token: key });
    clock.advance(60);
    clock.aheadSeconds = -900;
    await observeLong(service);
    expect(desk.told).toEqual(['began clock_wrong']);
    expect(desk.notices[0]?.data).toMatchObject({
      subject: `instance:${hostname().slice(0, 40)}`,
      detail: { instance: hostname().slice(0, 40), seconds: -900 },
    });
    expect(desk.subjectsTo(OPERATORS[0])).toEqual([expect.stringMatching(/^Sandi: jam mesin \S+ salah$/)]);
    expect(await recovery.sweep()).toBe(0);
    clock.aheadSeconds = 9;
    expect(await recovery.sweep()).toBe(1);
    for (let round = 0; round < 2; round++) await observeLong(service);
    expect(desk.told).toEqual(['began clock_wrong', 'ended clock_wrong']);
  });
});
