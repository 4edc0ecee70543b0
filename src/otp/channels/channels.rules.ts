import { type Channel, isChannel } from '../../platform/text/channel.js';
import type { FailureReason } from '../../platform/text/failure-reason.js';
import type { Message } from '../message.entities.js';

/** The channels that a send may use, in order. */
export interface Route {
  first: Channel;
  /** Each is used only if all before it provably did not send. */
  next: readonly Channel[];
  /** As the request named them; null: it named none, so responses do not mention channels. */
  asked: readonly Channel[] | null;
}

const TELEGRAM_CODE_MAX = 8;

export const takesCode = (channel: Channel, codeLength: number): boolean =>
  channel !== 'telegram' || codeLength <= TELEGRAM_CODE_MAX;

/** The channels for a phone without WhatsApp: WhatsApp stays only if it is the last one. */
export const withoutWhatsapp = (channels: readonly Channel[]): readonly Channel[] =>
  channels.at(-1) === 'whatsapp' ? channels : channels.filter((channel) => channel !== 'whatsapp');

export const CHANNEL_OUTCOMES = ['accepted', 'refused', 'unknown'] as const;

interface Outcome {
  outcome: (typeof CHANNEL_OUTCOMES)[number];
  reason: FailureReason | null;
}

export interface ChannelAttempt extends Outcome {
  channel: Channel;
}

/** The channels that the sender of a message named. */
export const channelsOf = ({ channels }: Pick<Message, 'channels'>): Channel[] | undefined =>
  channels?.split(',').filter(isChannel);

type Refusals = Pick<Message, 'channel' | 'refusedBy'>;

/** The new `refusedBy` of a message whose present channel provably did not send it. */
export const withRefusal = ({ channel, refusedBy }: Refusals, reason: FailureReason): string =>
  [...(refusedBy === null ? [] : [refusedBy]), `${channel}:${reason}`].join(',');

export function refusalsOf({ refusedBy }: Pick<Message, 'refusedBy'>): ChannelAttempt[] {
  return (refusedBy?.split(',') ?? []).flatMap((entry): ChannelAttempt[] => {
    const [channel, reason] = entry.split(':');
    return isChannel(channel) ? [{ channel, outcome: 'refused', reason: reason as FailureReason }] : [];
  });
}

/** All attempts, `last` being the outcome of the present channel. */
export const channelAttemptsOf = (message: Refusals, last: Outcome): ChannelAttempt[] => [
  ...refusalsOf(message),
  { channel: message.channel, outcome: last.outcome, reason: last.reason },
];

export const storedAttemptsOf = (message: Message): ChannelAttempt[] =>
  channelAttemptsOf(message, storedOutcome(message));

function storedOutcome({ status, sentAt, deliveredAt, failureReason, gatewayMessageId }: Message): Outcome {
  if (sentAt !== null || deliveredAt !== null) return { outcome: 'accepted', reason: null };
  const isUnknown = status === 'pending' || failureReason === 'expired' || gatewayMessageId !== null;
  return { outcome: isUnknown ? 'unknown' : 'refused', reason: failureReason };
}
