import type { OutboundEvent } from '../../webhook/outbound/index.js';
import { correlationOf } from '../correlation.js';
import { reasonOf } from '../failure.js';
import type { Message } from '../message.entity.js';
import type { MessageEventData } from '../message-webhooks.js';
import type { SettledStatus } from '../status.rules.js';

/** What an account's webhooks tell of a message that has just moved: `before` with `change` written over it. */
export function eventOf(before: Message, change: Partial<Message>): OutboundEvent {
  const after = { ...before, ...change };
  const status = after.status as SettledStatus;
  const data: MessageEventData = {
    message_id: after.gatewayMessageId,
    ...correlationOf(after),
    status,
    recipient: after.recipientMasked,
    company_name: after.companyName,
    credit_used: after.creditUsed,
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
