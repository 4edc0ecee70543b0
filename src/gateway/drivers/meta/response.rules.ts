import type { FailureReason } from '../../../platform/text/failure-reason.js';
import type { DeviceFault } from '../../driver.js';
import { withNumber } from '../callbacks.rules.js';
import {
  type Answer,
  isMessageId,
  isSuccess,
  jsonObject,
  membersOf,
  type ReadHealth,
  type ReadOutcome,
  refusedForGood,
  refusedHere,
} from '../responses.js';
import { messagingLimitIn } from './account-callback.rules.js';
import { majorOf } from './graph-versions.rules.js';

export function readMetaSend({ status, body }: Answer): ReadOutcome {
  const { error, messages } = jsonObject(body);
  const { id, message_status: sendStatus } = membersOf(Array.isArray(messages) ? messages[0] : undefined);
  if (isSuccess(status) && isMessageId(id)) {
    if (sendStatus === undefined || sendStatus === 'accepted') return { kind: 'accepted', id };
    // Meta may send the message minutes later or never. A callback finds it by its id.
    return {
      kind: 'unknown',
      id,
      reason: `Meta holds the message back: ${typeof sendStatus === 'string' ? sendStatus : 'unreadable'}`,
      failureReason: sendStatus === 'paused' ? 'template_rejected' : 'unknown',
    };
  }
  const failure = readError(error);
  if (failure)
    return { ...refusal(failure, status), failureReason: failureReasonOf(failure), errorCode: failure.code };
  return { kind: 'unknown', reason: `Meta answered ${status} without a message id or a readable error` };
}

function refusal({ code, words }: MetaError, status: number): ReadOutcome {
  const meaning = metaMeaningOf(code);
  if (VAGUE.includes(code) && status >= 500) return { kind: 'unknown', reason: words };
  switch (meaning) {
    case 'busy':
    case 'transient':
      return refusedHere(words, 'busy');
    case 'restricted':
    case 'unusable':
      return {
        ...refusedHere(words, meaning),
        ...(code === TEMPLATES_MISCLASSIFIED && { isOfAccount: true }),
      };
    case 'elsewhere':
      return { kind: 'refused', reason: words, retryElsewhere: true };
    case 'permanent':
      return refusedForGood(words);
    case undefined:
      // Unknown code: statuses 400 to 499 mean that nothing was sent.
      return isRefusal(status)
        ? { kind: 'refused', reason: words, retryElsewhere: true }
        : { kind: 'unknown', reason: words };
    default:
      return meaning satisfies never;
  }
}

const isRefusal = (status: number) => status >= 400 && status <= 499;

const SENDING: readonly unknown[] = ['CONNECTED', 'FLAGGED'];
/** The daily limit is reached; it resets by itself. */
const LIMITED: readonly unknown[] = ['RESTRICTED', 'RATE_LIMITED'];
const OUT: readonly unknown[] = ['DISCONNECTED', 'PENDING', 'BANNED', 'DELETED', 'MIGRATED'];

/** Fields to request of the number. Versions before v24 reject the field with the portfolio's limit. */
export function healthFields(version: string): string {
  const fields = ['status', 'quality_rating', 'health_status', 'display_phone_number'];
  return [...fields, ...(majorOf(version) >= LIMIT_SINCE ? [LIMIT_FIELD] : [])].join(',');
}

const LIMIT_FIELD = 'whatsapp_business_manager_messaging_limit';
const LIMIT_SINCE = 24;

export function readMetaHealth(answer: Answer): ReadHealth {
  const { display_phone_number: shown } = jsonObject(answer.body);
  const number = typeof shown === 'string' && shown.replaceAll(/\D/g, '');
  const health = withNumber(readNumberHealth(answer), number);
  const account = accountIn(jsonObject(answer.body));
  return isSuccess(answer.status) && account ? { ...health, account } : health;
}

function accountIn({ health_status, [LIMIT_FIELD]: limit }: Record<string, unknown>) {
  const { entities } = membersOf(health_status);
  const all = Array.isArray(entities) ? entities.map(membersOf) : [];
  const [accountId = null, portfolioId = null] = ['WABA', 'BUSINESS'].map((type) => {
    const id = all.find(({ entity_type: own }) => own === type)?.['id'];
    return typeof id === 'string' && ACCOUNT_ID.test(id) ? id : null;
  });
  if (accountId === null && portfolioId === null) return undefined;
  return { accountId, portfolioId, messagingLimit: messagingLimitIn(limit) ?? null };
}

const ACCOUNT_ID = /^\d{1,40}$/;

function readNumberHealth({ status, body }: Answer): ReadHealth {
  const { error, status: state, quality_rating: quality, health_status } = jsonObject(body);
  const failure = readError(error);
  if (failure) {
    const fault = lastingFaultOf(failure);
    const connection = fault === 'unusable' ? 'disconnected' : 'unclear';
    return { connection, detail: failure.words, errorCode: failure.code, fault };
  }
  const { blocked, limits } = messagingHealth(health_status);
  if (isSuccess(status) && blocked) return blocked;
  const isLow = quality === 'YELLOW' || quality === 'RED';
  const notes = [
    ...(state === 'CONNECTED' ? [] : [String(state)]),
    ...(isLow ? [`quality ${quality}`] : []),
    ...limits,
  ];
  const detail = notes.join(', ') || null;
  if (isSuccess(status) && SENDING.includes(state)) return { connection: 'connected', detail };
  if (isSuccess(status) && LIMITED.includes(state))
    return { connection: 'connected', detail, fault: 'restricted' };
  if (isSuccess(status) && OUT.includes(state)) return { connection: 'disconnected', detail };
  return { connection: 'unclear', detail: `Meta answered ${status} without a readable status` };
}

/** Reads the health of the number, its account, its business and the app. If one is blocked, nothing can be sent. */
function messagingHealth(value: unknown): { blocked: ReadHealth | undefined; limits: string[] } {
  const { can_send_message: overall, entities } = membersOf(value);
  const all = Array.isArray(entities) ? entities.map(membersOf) : [];
  const of = (standing: string) => all.filter(({ can_send_message: own }) => own === standing);
  const [entity] = of('BLOCKED');
  return {
    blocked: entity || overall === 'BLOCKED' ? blockedBy(entity ?? {}) : undefined,
    limits: of('LIMITED').map(({ entity_type: type }) => `${textOr(type, 'something')} limited`),
  };
}

function blockedBy({ entity_type: type, errors }: Record<string, unknown>): ReadHealth {
  const { error_code: code, error_description: words } = membersOf(Array.isArray(errors) ? errors[0] : {});
  const what = `${textOr(type, 'something')} blocked`;
  const detail = typeof words === 'string' ? `${what}: ${words}` : what;
  const errorCode = Number.isInteger(code) ? Number(code) : undefined;
  return {
    connection: 'disconnected',
    detail,
    fault: 'unusable',
    ...(errorCode !== undefined && { errorCode }),
  };
}

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

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
type MetaMeaning = 'busy' | 'transient' | 'restricted' | 'unusable' | 'elsewhere' | 'permanent';

/** Every error code is at most this; every phone is greater. */
const CODE_MAX = 9_999_999;

const UNKNOWN_ERROR = 1;
const SOMETHING_WRONG = 131000;

/** Unspecific: usually not sent; unknown after HTTP 5xx. */
export const VAGUE: readonly number[] = [UNKNOWN_ERROR, SOMETHING_WRONG];

/** Errors of templates: category, parameters, missing, too long, policy, values, format, paused, disabled, flow. */
const TEMPLATE = [131063, 132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016, 132068, 132069];

/** The account's templates were often of the wrong category. Meta lifts the limit by itself. */
const TEMPLATES_MISCLASSIFIED = 131064;

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
function metaMeaningOf(code: number): MetaMeaning | undefined {
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
