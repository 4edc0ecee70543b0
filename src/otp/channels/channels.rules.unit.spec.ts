import { expect, it } from 'vitest';
import { FAILURE_REASONS } from '../../platform/text/failure-reason.js';
import { Message } from '../message.entities.js';
import { refusalsOf, storedAttemptsOf, withRefusal } from './channels.rules.js';

const message = (rest: Partial<Message>) =>
  Object.assign(new Message(), {
    ...{ channel: 'whatsapp', refusedBy: null, status: 'pending', sentAt: null, deliveredAt: null },
    ...{ failureReason: null, gatewayMessageId: null },
    ...rest,
  });

it('keeps the refusals of the channels before, in order, in the column', () => {
  const [longest = 'unknown'] = FAILURE_REASONS.toSorted((one, other) => other.length - one.length);
  const one = withRefusal({ channel: 'whatsapp', refusedBy: null }, 'not_on_whatsapp');
  const two = withRefusal({ channel: 'telegram', refusedBy: one }, longest);
  expect(two.length).toBeLessThanOrEqual(120);
  expect(refusalsOf({ refusedBy: two })).toEqual([
    { channel: 'whatsapp', outcome: 'refused', reason: 'not_on_whatsapp' },
    { channel: 'telegram', outcome: 'refused', reason: longest },
  ]);
  expect(refusalsOf({ refusedBy: null })).toEqual([]);
});

it.each<[Partial<Message>, string, string | null]>([
  [{}, 'unknown', null],
  [{ failureReason: 'gateway_timeout' }, 'unknown', 'gateway_timeout'],
  [{ status: 'sent', sentAt: new Date() }, 'accepted', null],
  [{ status: 'delivered', deliveredAt: new Date() }, 'accepted', null],
  [{ status: 'failed', sentAt: new Date(), failureReason: 'not_on_whatsapp' }, 'accepted', null],
  [{ status: 'failed', failureReason: 'not_on_whatsapp' }, 'refused', 'not_on_whatsapp'],
  [{ status: 'failed', failureReason: 'expired' }, 'unknown', 'expired'],
])('tells of %j: %s', (rest, outcome, reason) => {
  expect(storedAttemptsOf(message(rest))).toEqual([{ channel: 'whatsapp', outcome, reason }]);
});
