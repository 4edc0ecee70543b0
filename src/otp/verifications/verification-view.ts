import { AppError } from '../../platform/errors/index.js';
import type { NewWebhookEvent } from '../../webhook/index.js';
import { storedAttemptsOf } from '../channels/channels.rules.js';
import type { Message } from '../message.entities.js';
import { correlationOf } from '../message.presenter.js';
import type { SendResult } from '../send.dto.js';
import type { SentVerification, VerificationEventData, VerificationView } from './verification.dto.js';
import type { Verification } from './verification.entities.js';
import { type Ending, statusAt } from './verification.rules.js';

/** Verifications in responses and webhook events, without code and phone. */

/** The route of Idempotency-Keys that create verifications. */
export const CREATE_ROUTE = 'verification.create';

export type SentFacts = Pick<Verification, 'reference' | 'status' | 'expiresAt' | 'attemptsLeft'>;

export const sentVerification = (
  { reference, status, expiresAt, attemptsLeft }: SentFacts,
  sent: SendResult,
): SentVerification => ({
  verification_id: reference,
  method: 'code',
  status,
  ...sent,
  expires_at: expiresAt.toISOString(),
  attempts_left: attemptsLeft,
});

/** Adds the verification to a `gateway_unknown` error: the code may have arrived, and can be checked. */
export function withVerification(error: AppError, facts: SentFacts | undefined): AppError {
  if (error.code !== 'gateway_unknown' || !facts) return error;
  const { reference, expiresAt, attemptsLeft } = facts;
  const body = {
    ...error.extra.body,
    verification_id: reference,
    expires_at: expiresAt.toISOString(),
    attempts_left: attemptsLeft,
  };
  return new AppError(error.code, { ...error.extra, body });
}

/** The messages that carry the accepted codes, oldest first. */
type Messages = readonly Message[];

/** The message whose code was right, else the newest. */
function shownOf(messages: Messages): Message {
  const message = messages.find(({ convertedAt }) => convertedAt !== null) ?? messages.at(-1);
  if (!message) throw new Error('a verification has no message');
  return message;
}

export function verificationView(
  verification: Verification,
  messages: Messages,
  now: Date,
): VerificationView {
  const message = shownOf(messages);
  return {
    verification_id: verification.reference,
    method: 'code',
    status: statusAt(verification, now),
    message_id: message.gatewayMessageId,
    recipient: message.recipientMasked,
    ...correlationOf(message),
    channel: message.channel,
    attempts: messages.flatMap(storedAttemptsOf),
    expires_at: verification.expiresAt.toISOString(),
    attempts_left: verification.attemptsLeft,
    created_at: verification.createdAt.toISOString(),
  };
}

/** Endings with an event. A cancellation has none: the client made it. */
type AnnouncedEnding = Exclude<Ending, 'cancelled'>;

export const verificationEvent = (
  verification: Verification,
  status: AnnouncedEnding,
  messages: Messages,
): NewWebhookEvent => ({
  userId: verification.userId,
  type: `verification.${status}`,
  livemode: verification.livemode,
  messageId: verification.messageId,
  data: {
    ...verificationView({ ...verification, status }, messages, verification.createdAt),
    company_name: shownOf(messages).companyName,
  } satisfies VerificationEventData,
});
