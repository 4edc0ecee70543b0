import { AppError } from '../../platform/errors/index.js';
import type { NewWebhookEvent } from '../../webhook/index.js';
import type { Message } from '../message.entity.js';
import { correlationOf } from '../message.presenter.js';
import type { SendResult } from '../send.dto.js';
import type { SentVerification, VerificationView } from './verification.dto.js';
import type { Verification } from './verification.entity.js';
import { type Ending, statusAt } from './verification.rules.js';
import type { VerificationEventData } from './verification-webhooks.js';

/** A verification in responses and webhook events. They have neither its code nor its phone. */

/** The route of Idempotency-Keys that create verifications. */
export const CREATE_ROUTE = 'verification.create';

/** The fields of a verification in the response to a send. */
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

/** Adds the verification to an unknown outcome: the code may have arrived, and may be checked. */
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

export const verificationView = (
  verification: Verification,
  message: Message,
  now: Date,
): VerificationView => ({
  verification_id: verification.reference,
  method: 'code',
  status: statusAt(verification, now),
  message_id: message.gatewayMessageId,
  recipient: message.recipientMasked,
  ...correlationOf(message),
  expires_at: verification.expiresAt.toISOString(),
  attempts_left: verification.attemptsLeft,
  created_at: verification.createdAt.toISOString(),
});

/** Endings with an event. A cancellation has none: the client made it. */
export type ToldEnding = Exclude<Ending, 'cancelled'>;

/** The event of a verification that has just ended. */
export const verificationEvent = (
  verification: Verification,
  status: ToldEnding,
  message: Message,
): NewWebhookEvent => ({
  userId: verification.userId,
  type: `verification.${status}`,
  livemode: verification.livemode,
  messageId: message.id,
  data: {
    ...verificationView({ ...verification, status }, message, verification.createdAt),
    company_name: message.companyName,
  } satisfies VerificationEventData,
});
