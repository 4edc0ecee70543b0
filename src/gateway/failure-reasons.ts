import { type FailureReason, isFailureReason } from '../platform/text/failure-reason.js';
import type { DeviceFault, DriverOutcome, SendOutcome } from './driver.js';

const BY_FAULT = {
  busy: 'device_unavailable',
  unreachable: 'device_unavailable',
  disconnected: 'device_unavailable',
  unusable: 'device_unavailable',
  restricted: 'device_restricted',
} as const satisfies Record<DeviceFault, FailureReason>;

/** The outcome for the message, with a failure reason and without the device's fault. */
export function sendOutcomeOf({
  fault,
  restrictedUntil: _,
  isOfAccount: __,
  isOfRecipient: ___,
  retryAfterSeconds: ____,
  failureReason,
  ...outcome
}: DriverOutcome): SendOutcome {
  if (outcome.kind === 'accepted') return outcome;
  return { ...outcome, failureReason: failureReason ?? (fault ? BY_FAULT[fault] : 'gateway_fault') };
}

/** Texts of gateways, in lower case; the first match counts. docs/gateways.md has the same table. */
export const KNOWN_WORDS: readonly (readonly [FailureReason, readonly string[]])[] = [
  [
    'not_on_whatsapp',
    [
      'not on whatsapp',
      'not registered on whatsapp',
      'no whatsapp account',
      'not a whatsapp number',
      'invalid number',
      'invalid phone number',
      'number is invalid',
      'number is not valid',
      'not a valid number',
      'not a valid phone number',
      'nomor tidak valid',
      'nomor tidak terdaftar',
    ],
  ],
  ['blocked_by_recipient', ['blocked by the recipient', 'blocked by recipient', 'recipient opted out']],
  ['recipient_limit', ['too many messages to this recipient', 'recipient limit', 'pair rate limit']],
  ['template_rejected', ['template']],
  ['device_restricted', ['restricted', 'account banned', 'account blocked', 'error 463']],
  [
    'device_unavailable',
    ['not connected', 'disconnected', 'logged out', 'not logged in', 'device busy', 'offline'],
  ],
  ['gateway_timeout', ['timed out', 'timeout']],
  ['expired', ['expired']],
];

/** `undefined`: no known phrase. */
export function reasonInWords(words: string): FailureReason | undefined {
  const said = words.toLowerCase();
  return KNOWN_WORDS.find(([, phrases]) => phrases.some((phrase) => said.includes(phrase)))?.[0];
}

/** The reason by the text of an SMS gateway, which says nothing about WhatsApp. */
export function smsReasonInWords(words: string): FailureReason {
  const reason = reasonInWords(words);
  return reason === undefined || reason === 'not_on_whatsapp' ? 'unknown' : reason;
}

/** The gateway's `reason` if it is one of ours, otherwise by its text. */
export function reasonGiven(reason: unknown, words: string): FailureReason | undefined {
  return isFailureReason(reason) ? reason : reasonInWords(words);
}
