import { AppError } from '../platform/errors/index.js';
import type { Channel } from '../platform/text/channel.js';
import type { FailureReason } from '../platform/text/failure-reason.js';
import type { NewWebhookEvent } from '../webhook/index.js';
import { type ChannelAttempt, channelAttemptsOf, storedAttemptsOf } from './channels/channels.rules.js';
import type { CorrelationView, Metadata } from './correlation.dto.js';
import type { Message } from './message.entities.js';
import type { UpdatedMessage } from './messages/apply-status-updates.rules.js';
import type { MessageEventData, SendResult } from './send.dto.js';
import type { OutcomeStatus } from './status.rules.js';

export type Correlated = Pick<Message, 'reference' | 'externalId' | 'metadata'>;

/** The ids that the request gave. */
export const ownIdsOf = ({ externalId, metadata }: Pick<Message, 'externalId' | 'metadata'>) => ({
  external_id: externalId,
  metadata: metadata === null ? null : (JSON.parse(metadata) as Metadata),
});

export const correlationOf = (message: Correlated): CorrelationView => ({
  reference: message.reference,
  ...ownIdsOf(message),
});

export const messageIdsOf = (message: Message) => ({
  message_id: message.gatewayMessageId,
  ...correlationOf(message),
  verification_id: message.verification,
});

/** How a message went, in the response to a send that named channels. */
interface ChannelFields {
  channel?: Channel;
  attempts?: ChannelAttempt[];
}

type ByChannel = Pick<Message, 'channel' | 'channels' | 'refusedBy'>;

const channelFields = (
  message: ByChannel,
  outcome: ChannelAttempt['outcome'],
  reason: FailureReason | null = null,
): ChannelFields =>
  message.channels === null
    ? {}
    : { channel: message.channel, attempts: channelAttemptsOf(message, { outcome, reason }) };

/** A send that a gateway accepted. */
export interface AcceptedSend {
  message: Message;
  /** The gateway's id. */
  messageId: string;
  /** The account's balance after the charge. */
  balance: number;
}

/** The `data` of the response. A callback may have refunded the message by then. */
export const sendResult = (
  { message, messageId, balance }: AcceptedSend,
  after: Pick<UpdatedMessage, 'creditUsed' | 'balance'>,
): SendResult => ({
  message_id: messageId,
  recipient: message.recipientMasked,
  credit_used: after.creditUsed,
  credit_balance: after.balance ?? balance,
  ...correlationOf(message),
  ...channelFields(message, 'accepted'),
});

/** The error of a send whose message is stored. `words`: the gateway's text, without code and phone. */
export function gatewayFailure(
  code: 'gateway_error' | 'gateway_unknown',
  sent: Correlated & ByChannel,
  words: string,
  reason: FailureReason,
  log?: 'info',
): AppError {
  const outcome = code === 'gateway_error' ? 'refused' : 'unknown';
  const body = {
    error_message: words,
    reason,
    ...correlationOf(sent),
    ...channelFields(sent, outcome, reason),
  };
  const message = { id: `Gagal mengirim OTP: ${words}`, en: `Failed to send the OTP: ${words}` };
  return new AppError(code, { message, body, log });
}

/** Why a message failed, or why its outcome is unknown. Old failed messages have no stored reason. */
export function reasonOf({
  status,
  failureReason,
}: Pick<Message, 'status' | 'failureReason'>): FailureReason | null {
  switch (status) {
    case 'failed':
      return failureReason ?? 'unknown';
    case 'pending':
      return failureReason;
    case 'sent':
    case 'delivered':
      return null;
    default:
      return status satisfies never;
  }
}

/** A message in lists, timelines and events. */
export const messageFields = (message: Message) => ({
  status: message.status,
  recipient: message.recipientMasked,
  company_name: message.companyName,
  credit_used: message.creditUsed,
  channel: message.channel,
  attempts: storedAttemptsOf(message),
});

export function eventOf(before: Message, change: Partial<Message>): NewWebhookEvent {
  const after = { ...before, ...change };
  const status = after.status as OutcomeStatus;
  const data: MessageEventData = {
    ...messageIdsOf(after),
    ...messageFields(after),
    status,
    error_message: after.errorMessage,
    reason: reasonOf(after),
    created_at: after.createdAt.toISOString(),
  };
  return {
    userId: after.userId,
    type: `otp.${status}`,
    livemode: after.livemode,
    messageId: after.id,
    data,
  };
}
