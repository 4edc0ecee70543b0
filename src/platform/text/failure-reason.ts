/** Why a message failed, or why its outcome is unknown, for programs. docs/errors.md has the action for each. */
export const FAILURE_REASONS = [
  /** The number has no WhatsApp account or is invalid. */
  'not_on_whatsapp',
  /** The device could not send: not connected, busy, or not usable until an administrator fixes it. */
  'device_unavailable',
  /** WhatsApp restricts the sending account. */
  'device_restricted',
  /** WhatsApp accepts no more messages for this recipient now. */
  'recipient_limit',
  /** The recipient has blocked the sender. */
  'blocked_by_recipient',
  /** WhatsApp rejected the text. */
  'template_rejected',
  'gateway_timeout',
  /** An error of the gateway, or an unreadable response. */
  'gateway_fault',
  /** It was not delivered in time, or its outcome stayed unknown. */
  'expired',
  /** No reason was given. */
  'unknown',
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

export const isFailureReason = (value: unknown): value is FailureReason =>
  (FAILURE_REASONS as readonly unknown[]).includes(value);

/** Failures that only the operator can fix: their texts may contain addresses or names of devices. */
const OF_THE_DEVICE: Partial<Record<FailureReason, string>> = {
  device_unavailable: 'the device could not send',
  device_restricted: 'the device is held back by WhatsApp',
};

/** The error text for senders and webhooks; attempts and the log keep the original. */
export function publicErrorText<Words extends string | null | undefined>(
  words: Words,
  reason: FailureReason | null | undefined,
): Words | string {
  return (words && reason && OF_THE_DEVICE[reason]) || words;
}
