import { expect, it } from 'vitest';
import { Message } from '../message.entity.js';
import { decideChange } from './change-channel.rules.js';

const LEASE = new Date('2026-01-31T06:45:25.000Z');
const pending = (rest: Partial<Message> = {}) =>
  Object.assign(new Message(), {
    ...{ status: 'pending', livemode: true, channel: 'whatsapp', creditUsed: 200, leaseUntil: LEASE },
    ...rest,
  });
const TO = { channel: 'sms', price: 350 } as const;
const decide = (locked: Message | undefined, balance: number | undefined, to = TO) =>
  decideChange({ message: pending(), to }, locked, balance);

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
