import { expect, it } from 'vitest';
import { Message } from '../message.entities.js';
import { decideChange, type SpendLimits } from './change-channel.rules.js';

const LEASE = new Date('2026-01-31T06:45:25.000Z');
const pending = (rest: Partial<Message> = {}) =>
  Object.assign(new Message(), {
    ...{ status: 'pending', livemode: true, channel: 'whatsapp', creditUsed: 200, leaseUntil: LEASE },
    ...rest,
  });
const TO = { channel: 'sms', price: 350 } as const;
const NO_LIMITS: SpendLimits = { caps: [], spent: new Map() };
const decide = (locked: Message | undefined, balance: number | undefined, limits = NO_LIMITS) =>
  decideChange({ message: pending(), to: TO }, locked, balance, limits);

it('takes the difference from the balance, or gives it back', () => {
  expect(decide(pending(), 150)).toEqual({ kind: 'changed', amount: -150, balance: 0, price: 350 });
  expect(decide(pending({ creditUsed: 500 }), 0)).toEqual({
    kind: 'changed',
    amount: 150,
    balance: 150,
    price: 350,
  });
  expect(decide(pending(), 149)).toEqual({ kind: 'insufficient' });
  const test = pending({ livemode: false, creditUsed: 0 });
  expect(decide(test, 0)).toEqual({ kind: 'changed', amount: 0, balance: 0, price: 0 });
});

it('costs no more than a spend cap leaves', () => {
  const limits = (credits: number) => ({
    caps: [{ userId: 1, rootKeyId: 7, credits }],
    spent: new Map([['1 7', 200]]),
  });
  expect(decide(pending(), 1000, limits(350)).kind).toBe('changed');
  expect(decide(pending(), 1000, limits(349)).kind).toBe('insufficient');
  expect(decide(pending({ creditUsed: 500 }), 1000, limits(0)).kind).toBe('changed');
});

it('leaves a message alone that is no longer the sender’s', () => {
  expect(decide(undefined, 1000)).toEqual({ kind: 'taken' });
  expect(decide(pending(), undefined)).toEqual({ kind: 'taken' });
  for (const status of ['sent', 'delivered', 'failed'] as const)
    expect(decide(pending({ status }), 1000)).toEqual({ kind: 'taken' });
  const leaseUntil = new Date(LEASE.getTime() + 1);
  expect(decide(pending({ leaseUntil }), 1000)).toEqual({ kind: 'taken' });
});

it('charges once when it runs again after a COMMIT without a response', () => {
  expect(decide(pending({ channel: 'sms', creditUsed: 350 }), 40)).toEqual({ kind: 'done', balance: 40 });
});
