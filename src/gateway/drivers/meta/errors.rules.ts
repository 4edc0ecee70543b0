import type { FailureReason } from '../../../platform/text/failure-reason.js';
import type { DeviceFault } from '../../driver.js';
import { membersOf } from '../responses.js';

/** Meta's error codes. Only the code counts: documents disagree on HTTP statuses. */

/** An error of Meta in a response or a status; not scrubbed yet. */
export interface MetaError {
  code: number;
  words: string;
}

/**
 * `busy`: rate limit; `transient`: failure at Meta; `permanent`: recipient, request, or too many messages to
 * the recipient; `elsewhere`: this number may not write to the recipient, another may.
 */
export type MetaMeaning = 'busy' | 'transient' | 'restricted' | 'unusable' | 'elsewhere' | 'permanent';

/** Longer than an error code, shorter than a phone. */
const CODE_MAX = 9_999_999;

const UNKNOWN_ERROR = 1;
const SOMETHING_WRONG = 131000;

/** Unspecific: usually not sent; unknown after HTTP 5xx. */
export const VAGUE: readonly number[] = [UNKNOWN_ERROR, SOMETHING_WRONG];

/** Category, parameters, missing, too long, policy, values, format, paused, disabled, flow. */
const TEMPLATE = [131063, 132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016, 132068, 132069];

/** The account's templates were often of the wrong category. Meta lifts the limit by itself. */
export const TEMPLATES_MISCLASSIFIED = 131064;

const CODES: Readonly<Record<MetaMeaning, readonly number[]>> = {
  busy: [4, 80007, 130429],
  transient: [...VAGUE, 2, 131016, 131057, 133004],
  restricted: [368, 131048, TEMPLATES_MISCLASSIFIED],
  unusable: [
    // Token, permissions, ids.
    ...[0, 3, 10, 33, 190],
    // Account: country, permission, lock, display name, payment, certificate, registration.
    ...[130497, 131005, 131031, 131037, 131042, 131045, 133010, 133016],
    ...TEMPLATE,
  ],
  // A test number writes only to five numbers that were named at Meta.
  elsewhere: [131030],
  permanent: [
    // Recipient, who may be in an experiment of Meta.
    ...[130472, 131026, 131049, 131050, 131056],
    // Request. 137000 is about an identity key, which Sandi never sends.
    ...[100, 131008, 131009, 131021, 131047, 131051, 131062, 135000, 137000],
  ],
};

const MEANINGS = new Map(
  Object.entries(CODES).flatMap(([meaning, codes]) => codes.map((code) => [code, meaning as MetaMeaning])),
);

/** `undefined`: unknown code. */
export function metaMeaningOf(code: number): MetaMeaning | undefined {
  // Permissions have a range of codes.
  return code >= 200 && code <= 299 ? 'unusable' : MEANINGS.get(code);
}

const REASONS: Readonly<Record<MetaMeaning, FailureReason>> = {
  busy: 'device_unavailable',
  transient: 'gateway_fault',
  restricted: 'device_restricted',
  unusable: 'device_unavailable',
  elsewhere: 'device_unavailable',
  permanent: 'gateway_fault',
};

const OWN_REASONS = new Map<number, FailureReason>([
  [131026, 'not_on_whatsapp'],
  [131049, 'recipient_limit'],
  [131056, 'recipient_limit'],
  // The recipient is in an experiment and gets no such messages.
  [130472, 'recipient_limit'],
  [131050, 'blocked_by_recipient'],
  // Locked, or not allowed in the recipient's country.
  [131031, 'device_restricted'],
  [130497, 'device_restricted'],
  ...TEMPLATE.map((code): [number, FailureReason] => [code, 'template_rejected']),
]);

export function failureReasonOf({ code }: MetaError): FailureReason {
  const meaning = metaMeaningOf(code);
  return OWN_REASONS.get(code) ?? (meaning ? REASONS[meaning] : 'gateway_fault');
}

export function lastingFaultOf({
  code,
}: MetaError): Extract<DeviceFault, 'restricted' | 'unusable'> | undefined {
  const meaning = metaMeaningOf(code);
  return meaning === 'restricted' || meaning === 'unusable' ? meaning : undefined;
}

/** `undefined`: not in Meta's error format. */
export function readError(value: unknown): MetaError | undefined {
  const { code, message, title, error_data } = membersOf(value);
  if (typeof code !== 'number' || !Number.isInteger(code) || code < 0 || code > CODE_MAX) return undefined;
  const parts = [message ?? title, membersOf(error_data)['details']].filter(
    (part) => typeof part === 'string',
  );
  // The code is appended after scrubbing.
  const words = [...new Set(parts)].join(': ').replace(`(#${code}) `, '');
  return { code, words: words || 'error without words' };
}
