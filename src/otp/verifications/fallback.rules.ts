import type { Channel } from '../../platform/text/channel.js';
import { addSeconds } from '../../platform/time/clock.js';
import { channelsOf, storedAttemptsOf } from '../channels/channels.rules.js';
import type { Message } from '../message.entities.js';
import type { Verification, VerificationFallback } from './verification.entities.js';
import { statusAt } from './verification.rules.js';

/** Decides when a new code is sent by the next channel, and which codes checks accept then. */

export const FALLBACK_SECONDS = { min: 15, max: 120 } as const;

export type CarriedCode = Pick<Verification, 'messageId' | 'codeIndex'>;

type Step = Pick<VerificationFallback, 'afterMessageId' | 'afterCodeIndex' | 'messageId'>;

/** The codes that checks accept, newest first: the present one, and those that it followed as a fallback. */
export function codesOf({ messageId, codeIndex }: CarriedCode, steps: readonly Step[]): CarriedCode[] {
  const step = steps.find((one) => one.messageId === messageId);
  const earlier = step && codesOf({ messageId: step.afterMessageId, codeIndex: step.afterCodeIndex }, steps);
  return [{ messageId, codeIndex }, ...(earlier ?? [])];
}

/** The channels after the one that the message was last tried by. */
export function channelsAfter(message: Pick<Message, 'channel' | 'channels'>): Channel[] {
  const channels = channelsOf(message) ?? [];
  return channels.slice(channels.indexOf(message.channel) + 1);
}

/** When the wait for a report of the present code ends; `undefined`: no wait begins. */
export function waitEnd(
  { fallbackSeconds, expiresAt }: Pick<Verification, 'fallbackSeconds' | 'expiresAt'>,
  message: Pick<Message, 'channels'>,
  now: Date,
): Date | undefined {
  if (fallbackSeconds === null || (channelsOf(message) ?? []).length < 2) return undefined;
  const end = addSeconds(now, fallbackSeconds);
  return end < expiresAt ? end : undefined;
}

interface FallbackFacts {
  wait: Pick<VerificationFallback, 'afterMessageId'>;
  verification: Pick<Verification, 'status' | 'expiresAt' | 'messageId'> | null;
  /** The messages that carry the accepted codes, oldest first. */
  messages: readonly Message[];
  /** The newest of them is still being sent. */
  isUnderWay: boolean;
}

export type FallbackDecision =
  /** `after`: the newest message so far. */
  | { kind: 'send'; after: Message; channels: Channel[] }
  /** The outcome of the message that is being sent decides. */
  | { kind: 'wait' }
  | { kind: 'end' };

export function decideFallback(
  { wait, verification, messages, isUnderWay }: FallbackFacts,
  now: Date,
): FallbackDecision {
  const [first, newest] = [messages[0], messages.at(-1)];
  if (!isOpen(wait, verification, messages, now) || !first || !newest) return { kind: 'end' };
  if (isUnderWay) return { kind: 'wait' };
  // The caller got a 502: for them there is no verification.
  if (storedAttemptsOf(first).at(-1)?.outcome === 'refused') return { kind: 'end' };
  const channels = channelsAfter(newest);
  return channels.length > 0 ? { kind: 'send', after: newest, channels } : { kind: 'end' };
}

/**
 * Whether to go on waiting: the awaited code is the newest and can be checked, and no code was reported as delivered.
 */
export const isOpen = (
  { afterMessageId }: FallbackFacts['wait'],
  verification: FallbackFacts['verification'],
  messages: readonly Pick<Message, 'deliveredAt'>[],
  now: Date,
): boolean =>
  verification !== null &&
  statusAt(verification, now) === 'pending' &&
  verification.messageId === afterMessageId &&
  messages.every(({ deliveredAt }) => deliveredAt === null);
