import type { CreditLine } from '../../credit/index.js';
import type { Row } from '../../platform/database/index.js';
import type { KeyRow, StoredResponse } from '../../platform/idempotency/index.js';
import { refusalsOf } from '../channels/channels.rules.js';
import {
  type DeliveryAfterRefund,
  type MessageAttempt,
  type MessageCounter,
  type MessageReport,
  type NotOnWhatsapp,
  type ScheduledStatus,
  UNKNOWN_DEVICE,
} from '../message.entities.js';
import { sendResult } from '../message.presenter.js';
import { counterDeltas, type Transition } from './apply-status-updates.rules.js';
import type { DecidedUpdate } from './status-update.js';

/** The rows that a decided update adds to each table. */

export const refundOf = ({ message, refunded }: Transition): CreditLine[] => {
  const { userId, creditUsed: amount, id: messageId } = message;
  return refunded ? [{ userId, kind: 'refund', amount, balanceAfter: refunded.balanceAfter, messageId }] : [];
};

/** None if the first device accepted the message: the message itself stores that try. */
export function attemptRowsOf({ request, hasAttempts, transition }: DecidedUpdate): Row<MessageAttempt>[] {
  const { message, attempts = [] } = request;
  if (hasAttempts || transition.change.attemptMs !== undefined) return [];
  return attempts.map(({ deviceId, channel, outcome, reason, failureReason, durationMs, at }) => ({
    messageId: message.id,
    deviceId,
    channel,
    outcome,
    reason,
    failureReason,
    durationMs: Math.round(durationMs),
    createdAt: at,
  }));
}

/** If the report is stored already, the upsert adds 1 to `times` and sets `lastAt`. */
export function reportOf({ request, transition, isReported }: DecidedUpdate): Row<MessageReport>[] {
  if (!request.report || isReported) return [];
  const { at, ...report } = request.report;
  const { moved } = transition.after;
  return [{ ...report, messageId: request.message.id, moved, times: 1, firstAt: at, lastAt: at }];
}

export const scheduledOf = ({
  request: { scheduled = [] },
  isScheduled,
}: DecidedUpdate): readonly Row<ScheduledStatus>[] => (isScheduled ? [] : scheduled);

export function countOf(transition: Transition): Row<MessageCounter>[] {
  const { userId, livemode, day } = transition.message;
  const deltas = counterDeltas(transition);
  return deltas ? [{ userId, livemode, day, ...deltas }] : [];
}

export function deliveredAfterRefundOf(
  { transition: { message, isDeliveredAfterRefund }, request }: DecidedUpdate,
  day: string,
): Row<DeliveryAfterRefund>[] {
  const deviceId = message.deviceId ?? request.update.deviceId ?? UNKNOWN_DEVICE;
  const { userId, price: credits } = message;
  return isDeliveredAfterRefund ? [{ userId, deviceId, day, deliveries: 1, credits }] : [];
}

/** Live messages that failed because the phone has no WhatsApp, unless a later channel accepted them. */
export function notOnWhatsappOf({ message, change }: Transition): Row<NotOnWhatsapp>[] {
  const { id: messageId, userId, livemode } = message;
  const { status, failureReason, failedAt } = change;
  if (!livemode || status !== 'failed' || !failedAt) return [];
  const wasRefused = () => refusalsOf(message).some(({ reason }) => reason === 'not_on_whatsapp');
  const isCounted = failureReason === 'not_on_whatsapp' || (message.status === 'pending' && wasRefused());
  return isCounted ? [{ messageId, userId, createdAt: failedAt }] : [];
}

/** The response to store; none for a key that has one, or that is released. */
export function responseOf({
  request: { response },
  stored,
  transition,
}: DecidedUpdate): { key: KeyRow; response: StoredResponse }[] {
  if (!response || stored) return [];
  const { claim } = response;
  switch (response.kind) {
    case 'success':
      return [{ key: claim.key, response: claim.success(sendResult(response.send, transition.after)) }];
    case 'failure':
      return [{ key: claim.key, response: claim.failure(response.error) }];
    case 'release':
      return [];
    default:
      return response satisfies never;
  }
}

export const releasedKeyOf = ({ request: { response }, stored }: DecidedUpdate): KeyRow[] =>
  response?.kind === 'release' && !stored ? [response.claim.key] : [];
