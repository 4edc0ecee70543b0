import { describe, expect, it } from 'vitest';
import type { Channel } from '../../platform/text/channel.js';
import { addSeconds } from '../../platform/time/clock.js';
import { Message } from '../message.entities.js';
import { channelsAfter, codesOf, decideFallback, waitEnd } from './fallback.rules.js';

const NOW = new Date('2026-01-31T06:45:00.000Z');

const sent = (change: Partial<Message> = {}): Message =>
  Object.assign(new Message(), {
    ...{ id: 1, status: 'sent', channel: 'whatsapp', channels: 'whatsapp,sms,telegram', refusedBy: null },
    ...{ sentAt: NOW, deliveredAt: null, failureReason: null, gatewayMessageId: 'g1' },
    ...change,
  });
const PENDING = { status: 'pending', expiresAt: addSeconds(NOW, 1), messageId: 1 } as const;
const decide = (messages: Message[], verification: object | null = {}, isUnderWay = false) =>
  decideFallback(
    {
      wait: { afterMessageId: 1 },
      verification: verification && { ...PENDING, ...verification },
      messages,
      isUnderWay,
    },
    NOW,
  );

describe('at the end of a wait', () => {
  it.each<[Channel, Channel[]]>([
    ['whatsapp', ['sms', 'telegram']],
    ['sms', ['telegram']],
  ])('after %s a code goes by those that follow', (channel, channels) => {
    const after = sent({ channel });
    expect(decide([after])).toEqual({ kind: 'send', after, channels });
  });

  it('nothing goes before the outcome of the message before is known', () => {
    expect(decide([sent({ status: 'pending', sentAt: null })], {}, true)).toEqual({ kind: 'wait' });
  });

  it('a code goes after an unknown outcome, and after a failed delivery', () => {
    const unknown = { status: 'pending', sentAt: null, failureReason: 'gateway_timeout' } as const;
    expect(decide([sent(unknown)]).kind).toBe('send');
    expect(decide([sent({ ...unknown, status: 'failed' })]).kind).toBe('send');
  });

  it.each<[string, Message[], object | null]>([
    ['was delivered', [sent({ status: 'delivered', deliveredAt: NOW })], {}],
    ['came before one that was delivered', [sent({ deliveredAt: NOW }), sent({ channel: 'sms' })], {}],
    ['is followed by a newer one', [sent()], { messageId: 2 }],
    ['is of a verification that has ended', [sent()], { status: 'approved' }],
    ['is of a verification that expires now', [sent()], { expiresAt: NOW }],
    ['is of a verification that is gone', [], null],
    ['went by the last channel', [sent({ channel: 'telegram' })], {}],
    ['was never sent', [sent({ status: 'failed', sentAt: null, gatewayMessageId: null })], {}],
  ])('none goes where the code %s', (_, messages, verification) => {
    expect(decide(messages, verification)).toEqual({ kind: 'end' });
  });
});

it('no channel is left for a message that names none', () => {
  expect(channelsAfter(sent({ channels: null }))).toEqual([]);
});

it.each<[number | null, string | null, number, number | undefined]>([
  [30, 'whatsapp,sms', 31, 30],
  [30, 'whatsapp,sms', 30, undefined],
  [30, 'whatsapp', 600, undefined],
  [30, null, 600, undefined],
  [null, 'whatsapp,sms', 600, undefined],
])('a wait of %s s by %s, %s s before the end: %s', (fallbackSeconds, channels, left, seconds) => {
  const expiresAt = addSeconds(NOW, left);
  const end = seconds === undefined ? undefined : addSeconds(NOW, seconds);
  expect(waitEnd({ fallbackSeconds, expiresAt }, { channels }, NOW)).toEqual(end);
});

it('the codes that count are the present one and those that it followed', () => {
  const steps = [
    { afterMessageId: 1, afterCodeIndex: 'a', messageId: 2 },
    { afterMessageId: 2, afterCodeIndex: 'b', messageId: 3 },
    { afterMessageId: 8, afterCodeIndex: 'x', messageId: 9 },
  ];
  expect(codesOf({ messageId: 3, codeIndex: 'c' }, steps)).toEqual([
    { messageId: 3, codeIndex: 'c' },
    { messageId: 2, codeIndex: 'b' },
    { messageId: 1, codeIndex: 'a' },
  ]);
  // A resend.
  expect(codesOf({ messageId: 4, codeIndex: 'd' }, steps)).toEqual([{ messageId: 4, codeIndex: 'd' }]);
});
