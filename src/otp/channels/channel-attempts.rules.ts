import { type Channel, isChannel } from '../../platform/text/channel.js';
import type { FailureReason } from '../../platform/text/failure-reason.js';
import type { Message } from '../message.entities.js';

/** The channels that a message was tried by, with their outcomes. */

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

/** `refusedBy` of a message whose present channel provably did not send it. */
export const withRefusal = ({ channel, refusedBy }: Refusals, reason: FailureReason): string =>
  [...(refusedBy === null ? [] : [refusedBy]), `${channel}:${reason}`].join(',');

/** The refusals of the channels before the present one. */
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

/** The attempts of a stored message. */
export const storedAttemptsOf = (message: Message): ChannelAttempt[] =>
  channelAttemptsOf(message, storedOutcome(message));

function storedOutcome({ status, sentAt, deliveredAt, failureReason, gatewayMessageId }: Message): Outcome {
  if (sentAt !== null || deliveredAt !== null) return { outcome: 'accepted', reason: null };
  const isUnknown = status === 'pending' || failureReason === 'expired' || gatewayMessageId !== null;
  return { outcome: isUnknown ? 'unknown' : 'refused', reason: failureReason };
}
