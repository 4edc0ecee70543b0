/** Why a message failed, or why its outcome is unknown, for programs. docs/errors.md has the action for each. */
export const FAILURE_REASONS = [
  /** The number has no WhatsApp account that codes can reach, or the gateway finds it invalid. */
  'not_on_whatsapp',
  /** The device, or the way to it, could not send: not connected, busy, or not usable until an administrator mends it. */
  'device_unavailable',
  /** WhatsApp holds the account back that was to send. */
  'device_restricted',
  /** WhatsApp takes no more messages for this recipient now. */
  'recipient_limit',
  /** The recipient wants no messages of this sender. */
  'blocked_by_recipient',
  /** WhatsApp refuses the text of the message. */
  'template_rejected',
  /** The gateway did not answer in time. */
  'gateway_timeout',
  /** Trouble at the gateway, or an answer that nobody can read. */
  'gateway_fault',
  /** It did not arrive while it was worth delivering, or its outcome stayed unknown for too long. */
  'expired',
  /** Nobody said why. */
  'unknown',
] as const;

export type FailureReason = (typeof FAILURE_REASONS)[number];

export const isFailureReason = (value: unknown): value is FailureReason =>
  (FAILURE_REASONS as readonly unknown[]).includes(value);

/** Of failures that are the operator's to mend: words about a device may hold its address, its name or its secrets' state. */
const OF_THE_DEVICE: Partial<Record<FailureReason, string>> = {
  device_unavailable: 'the device could not send',
  device_restricted: 'the device is held back by WhatsApp',
};

/** What senders and their webhooks read of a failure; attempts and the log keep the operator's words. */
export function senderWords<Words extends string | null | undefined>(
  words: Words,
  reason: FailureReason | null | undefined,
): Words | string {
  return (words && reason && OF_THE_DEVICE[reason]) || words;
}
