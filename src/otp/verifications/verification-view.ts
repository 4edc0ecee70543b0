import { AppError } from '../../platform/errors/index.js';
import type { NewWebhookEvent } from '../../webhook/index.js';
import type { Message } from '../message.entity.js';
import type { SendResult } from '../send.dto.js';
import { correlationOf } from '../telling.js';
import type { SentVerification, VerificationView } from './verification.dto.js';
import type { Verification } from './verification.entity.js';
import { type Ending, statusAt } from './verification.rules.js';
import type { VerificationEventData } from './verification-webhooks.js';

/** How a verification is told: in answers and to webhooks. Its code and its phone are in none of them. */

/** Of Idempotency-Keys that make verifications. */
export const CREATE_ROUTE = 'verification.create';

/** What the answer to a send of its code says of a verification. */
export type SentFacts = Pick<Verification, 'reference' | 'status' | 'expiresAt' | 'attemptsLeft'>;

export const sentVerification = (
  { reference, status, expiresAt, attemptsLeft }: SentFacts,
  sent: SendResult,
): SentVerification => ({
  verification_id: reference,
  status,
  ...sent,
  expires_at: expiresAt.toISOString(),
  attempts_left: attemptsLeft,
});

/** Where nobody knows whether the code arrived, it may be asked for. */
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
  status: statusAt(verification, now),
  message_id: message.gatewayMessageId,
  recipient: message.recipientMasked,
  ...correlationOf(message),
  expires_at: verification.expiresAt.toISOString(),
  attempts_left: verification.attemptsLeft,
  created_at: verification.createdAt.toISOString(),
});

/** Who cancels knows that it is: nobody else is told. */
export type ToldEnding = Exclude<Ending, 'cancelled'>;

/** What an account's webhooks tell of a verification that has just ended. */
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
