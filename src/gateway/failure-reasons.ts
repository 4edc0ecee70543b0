import { type FailureReason, isFailureReason } from '../platform/text/failure-reason.js';
import type { DeviceFault, DriverOutcome, SendOutcome } from './driver.js';

const BY_FAULT = {
  busy: 'device_unavailable',
  unreachable: 'device_unavailable',
  disconnected: 'device_unavailable',
  unusable: 'device_unavailable',
  restricted: 'device_restricted',
} as const satisfies Record<DeviceFault, FailureReason>;

/** What a driver said of a message, with its reason where it was not taken; what is of the device is left out. */
export function sendOutcomeOf({
  fault,
  restrictedUntil: _,
  failureReason,
  ...outcome
}: DriverOutcome): SendOutcome {
  if (outcome.kind === 'accepted') return outcome;
  return { ...outcome, failureReason: failureReason ?? (fault ? BY_FAULT[fault] : 'gateway_fault') };
}

/**
 * What gateways without a reason of our list are read by: phrases in their words, in lower case, the first that is in
 * them. docs/gateways.md has the same as a table.
 */
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

/** `undefined`: words that nobody told us of. */
export function reasonInWords(words: string): FailureReason | undefined {
  const said = words.toLowerCase();
  return KNOWN_WORDS.find(([, phrases]) => phrases.some((phrase) => said.includes(phrase)))?.[0];
}

/** What a gateway gives as its `reason`, else what its words say; one that is not of our list is none. */
export function reasonGiven(reason: unknown, words: string): FailureReason | undefined {
  return isFailureReason(reason) ? reason : reasonInWords(words);
}
