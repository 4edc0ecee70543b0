import type { FailureReason } from '../../../platform/text/failure-reason.js';
import type { DeviceFault } from '../../driver.js';
import { membersOf } from '../reading.js';

/** Meta's error numbers. Only the number decides: documents disagree on the HTTP status of some. */

/** An error that Meta told of, at once or in a later status; the words are not yet scrubbed. */
export interface MetaError {
  code: number;
  words: string;
}

/**
 * What an error means for a send. `busy`: too fast for the number or the account; `transient`: trouble at Meta;
 * `permanent`: the recipient, the request, or too many messages to this one recipient.
 */
export type Meaning = 'busy' | 'transient' | 'restricted' | 'unusable' | 'permanent';

/** No phone is as short, no number of theirs as long. */
const CODE_MAX = 9_999_999;

const UNKNOWN_ERROR = 1;
const SOMETHING_WRONG = 131000;

/** Says no more than that something failed: not sent as a rule; after an HTTP 5xx nobody knows. */
export const VAGUE: readonly number[] = [UNKNOWN_ERROR, SOMETHING_WRONG];

/** Parameters, absent, too long, policy, format, paused, disabled, flow. */
const TEMPLATE = [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068, 132069];

const CODES: Readonly<Record<Meaning, readonly number[]>> = {
  busy: [4, 80007, 130429],
  transient: [...VAGUE, 2, 131016, 131057, 133004],
  restricted: [368, 131048],
  unusable: [
    // The token, its permissions, the ids.
    ...[0, 3, 10, 33, 190],
    // The account: country, permission, lock, display name, payment, certificate, registration.
    ...[130497, 131005, 131031, 131037, 131042, 131045, 133010],
    ...TEMPLATE,
  ],
  permanent: [
    // The recipient, of whom Meta may be making an experiment.
    ...[130472, 131026, 131049, 131050, 131056],
    // The request.
    ...[100, 131008, 131009, 131021, 131047, 131051, 131062, 135000],
  ],
};

const MEANINGS = new Map(
  Object.entries(CODES).flatMap(([meaning, codes]) => codes.map((code) => [code, meaning as Meaning])),
);

/** `undefined`: a number that nobody told us of. */
export function meaningOf(code: number): Meaning | undefined {
  // Permissions have a whole range.
  return code >= 200 && code <= 299 ? 'unusable' : MEANINGS.get(code);
}

const REASONS: Readonly<Record<Meaning, FailureReason>> = {
  busy: 'device_unavailable',
  transient: 'gateway_fault',
  restricted: 'device_restricted',
  unusable: 'device_unavailable',
  permanent: 'gateway_fault',
};

/** What says more than its meaning does. */
const OWN_REASONS = new Map<number, FailureReason>([
  [131026, 'not_on_whatsapp'],
  [131049, 'recipient_limit'],
  [131056, 'recipient_limit'],
  // The recipient is in an experiment, and gets no such messages meanwhile.
  [130472, 'recipient_limit'],
  [131050, 'blocked_by_recipient'],
  // Locked, and not let into the recipient's country.
  [131031, 'device_restricted'],
  [130497, 'device_restricted'],
  ...TEMPLATE.map((code): [number, FailureReason] => [code, 'template_rejected']),
]);

/** Why a message failed, of the error that Meta told. */
export function failureReasonOf({ code }: MetaError): FailureReason {
  const meaning = meaningOf(code);
  return OWN_REASONS.get(code) ?? (meaning ? REASONS[meaning] : 'gateway_fault');
}

/** What an error says of the device as such. */
export function lastingFaultOf({
  code,
}: MetaError): Extract<DeviceFault, 'restricted' | 'unusable'> | undefined {
  const meaning = meaningOf(code);
  return meaning === 'restricted' || meaning === 'unusable' ? meaning : undefined;
}

/** `undefined` where it is no error of Meta's form. */
export function readError(value: unknown): MetaError | undefined {
  const { code, message, title, error_data } = membersOf(value);
  if (typeof code !== 'number' || !Number.isInteger(code) || code < 0 || code > CODE_MAX) return undefined;
  const parts = [message ?? title, membersOf(error_data)['details']].filter(
    (part) => typeof part === 'string',
  );
  // The number comes back behind the words, where no scrubbing takes it away.
  const words = [...new Set(parts)].join(': ').replace(`(#${code}) `, '');
  return { code, words: words || 'error without words' };
}
