import { type ErrorCode, ERRORS } from '../../platform/errors/index.js';
import { FAILURE_REASONS, type FailureReason } from '../../platform/text/failure-reason.js';
import type { LocalizedText } from '../../platform/text/language.js';
import { BRAND_DETAILS, PHONE_DETAILS, PRIVATE_DETAIL } from '../rejection-details.js';
import type { OutcomeStatus } from '../status.rules.js';
import type { CodeResult } from '../verifications/verification.rules.js';

/** The outcomes of a test key's sends to magic numbers. docs/quick-start.md has them as a table. */

export interface Step {
  status: OutcomeStatus;
  /** Time in steps of TEST_STEP_SECONDS; 0: at once. */
  after: number;
  error?: string;
  failureReason?: FailureReason;
}

export interface Scenario {
  kind: 'scenario';
  answer:
    | { kind: 'accepted' }
    | { kind: 'refused'; reason: string; failureReason: FailureReason }
    | { kind: 'unknown'; reason: string; failureReason: FailureReason };
  steps: Step[];
  /** If set: the result of every check of a verification of this phone. */
  check?: CodeResult;
}

/** A send that fails before anything is recorded, with the members and headers of a real failure. */
export interface Failure {
  kind: 'failure';
  code: ErrorCode;
  body?: Record<string, unknown>;
  detail?: LocalizedText;
  retryAfterSeconds?: number;
}

const delivered = (after: number): Step => ({ status: 'delivered', after });
const failed = (after: number, failureReason: FailureReason = 'unknown'): Step => ({
  status: 'failed',
  after,
  error: 'the recipient could not be reached',
  failureReason,
});

const accepted = (...steps: Step[]): Scenario => ({ kind: 'scenario', answer: { kind: 'accepted' }, steps });
const unknown = (...steps: Step[]): Scenario => ({
  kind: 'scenario',
  answer: { kind: 'unknown', reason: 'the gateway did not answer in time', failureReason: 'gateway_timeout' },
  steps,
});
const refused: Scenario = {
  kind: 'scenario',
  answer: { kind: 'refused', reason: 'number is not on WhatsApp', failureReason: 'not_on_whatsapp' },
  steps: [],
};
const failure = (code: ErrorCode, extra: Omit<Failure, 'kind' | 'code'> = {}): Failure => ({
  kind: 'failure',
  code,
  ...extra,
});
const wrong = (code: ErrorCode, field: string, detail?: LocalizedText): Failure =>
  failure(code, { body: { fields: [field] }, detail });

const SPEND_CAP = { cap: 'api_key', ends_at: '2026-01-31T17:00:00.000Z' };

/** What a test key gets for all other numbers. */
export const DEFAULT_SCENARIO = accepted(delivered(0));

/** Toll-free (0800) in Indonesia: a number that no WhatsApp account has. Two digits complete it. */
const BLOCK = '6280000000';

const BY_LAST_DIGITS: [string, Scenario | Failure][] = [
  ['01', DEFAULT_SCENARIO],
  ['02', accepted(delivered(1))],
  ['03', accepted(failed(1))],
  ['04', accepted(failed(1), delivered(2))],
  ['05', accepted()],
  ['06', unknown({ status: 'sent', after: 1 }, delivered(2))],
  ['07', unknown(failed(1))],
  ['08', refused],

  // Every reason that a failure may have, in the order of their list.
  ...FAILURE_REASONS.map((reason, at): [string, Scenario] => [String(10 + at), accepted(failed(1, reason))]),

  // Every result of a check of a verification.
  ['40', { ...DEFAULT_SCENARIO, check: 'right' }],
  ['41', { ...DEFAULT_SCENARIO, check: 'wrong' }],
  ['42', { ...DEFAULT_SCENARIO, check: 'expired' }],
  ['43', { ...DEFAULT_SCENARIO, check: 'failed' }],
  ['44', { ...DEFAULT_SCENARIO, check: 'cancelled' }],

  // The failures of a send, in the order of its checks.
  ['20', failure('api_key_missing')],
  ['21', failure('api_key_invalid')],
  ['37', failure('operation_not_allowed')],
  ['22', failure('rate_limited', { retryAfterSeconds: 30 })],
  ['23', failure('idempotency_key_invalid')],
  ['24', failure('idempotency_mismatch')],
  ['25', failure('idempotency_in_flight', { retryAfterSeconds: 1 })],
  ['26', wrong('parameter_missing', 'otp_code')],
  ['27', wrong('phone_invalid', 'phone', PHONE_DETAILS.no_phone)],
  ['28', wrong('company_name_invalid', 'company_name', BRAND_DETAILS.unreadable)],
  ['29', wrong('company_name_too_long', 'company_name')],
  ['30', wrong('otp_code_invalid', 'otp_code')],
  ['38', wrong('external_id_invalid', 'external_id', PRIVATE_DETAIL)],
  ['39', wrong('metadata_invalid', 'metadata', PRIVATE_DETAIL)],
  ['46', wrong('channels_invalid', 'channels')],
  ['45', failure('not_on_whatsapp_limited', { retryAfterSeconds: 600 })],
  ['49', failure('recipient_restricted')],
  ['47', failure('verification_blocked', { body: { reasons: ['low_conversion'] }, retryAfterSeconds: 3600 })],
  ['31', failure('recipient_limited', { retryAfterSeconds: 300 })],
  ['32', failure('daily_cap_reached', { retryAfterSeconds: 3600 })],
  ['48', failure('spend_cap_reached', { body: SPEND_CAP, retryAfterSeconds: 3600 })],
  ['33', failure('insufficient_credit', { body: { credit_balance: 0 } })],
  ['34', failure('duplicate', duplicateOf('test_otp_01J9Z3Q2C4A7R5T8V0X1Y6W9KM', 'sent'))],
  ['35', failure('duplicate', duplicateOf(null, 'pending'))],
  ['36', failure('no_device')],

  // The failures of every request with a body.
  ['60', failure('malformed_json')],
  ['61', failure('body_invalid')],
  ['62', wrong('parameter_invalid', 'phone')],
  ['63', failure('bad_request')],
  ['64', failure('request_timeout')],
  ['65', failure('body_too_large')],
  ['66', failure('unsupported_media_type')],
  ['67', failure('headers_too_large')],
  ['68', failure('internal_error')],
  ['69', failure('overloaded')],
  ['70', failure('unavailable')],
];

function duplicateOf(messageId: string | null, status: string): Omit<Failure, 'kind' | 'code'> {
  const earlier = { reference: 'otp_01J9Z3Q2C4A7R5T8V0X1Y6W9KM', external_id: null, metadata: null };
  return { body: { message_id: messageId, status, ...earlier }, retryAfterSeconds: 240 };
}

/** The magic numbers, by canonical phone. */
export const MAGIC_NUMBERS: ReadonlyMap<string, Scenario | Failure> = new Map(
  BY_LAST_DIGITS.map(([digits, outcome]) => [BLOCK + digits, outcome]),
);

const code = (text: string) => `\`${text}\``;
const failing = (name: ErrorCode) => `${ERRORS[name].status} ${code(name)}`;

const ANSWERS = {
  accepted: ['200', code('sent')],
  refused: [failing('gateway_error'), code('failed')],
  unknown: [failing('gateway_unknown'), code('pending')],
} as const;

/** Number, response and statuses of a magic number; `late` writes the time of a later status. */
export function cellsOf(
  phone: string,
  outcome: Scenario | Failure,
  late: (steps: number) => string,
): string[] {
  if (outcome.kind === 'failure') return [code(phone), failing(outcome.code), ''];
  const [answer, first] = ANSWERS[outcome.answer.kind];
  const later = outcome.steps.map(
    ({ status, after }) => `${after === 0 ? 'at once' : late(after)} ${code(status)}`,
  );
  return [code(phone), answer, [first, ...later].join(', ')];
}

export function magicNumbersTable(): string {
  const rows = [...MAGIC_NUMBERS].map(([phone, outcome]) => cellsOf(phone, outcome, () => 'later'));
  return [['Phone', 'Response', 'Status'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
