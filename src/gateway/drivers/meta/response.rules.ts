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
import {
  failureReasonOf,
  lastingFaultOf,
  type MetaError,
  metaMeaningOf,
  readError,
  TEMPLATES_MISCLASSIFIED,
  VAGUE,
} from './errors.rules.js';
import { majorOf } from './graph-versions.rules.js';

export function readMetaSend({ status, body }: Answer): ReadOutcome {
  const { error, messages } = jsonObject(body);
  const { id, message_status: held } = membersOf(Array.isArray(messages) ? messages[0] : undefined);
  if (isSuccess(status) && isMessageId(id)) {
    if (held === undefined || held === 'accepted') return { kind: 'accepted', id };
    // It may be sent in minutes or never: a status will find it by its id.
    return {
      kind: 'unknown',
      id,
      reason: `Meta holds the message back: ${typeof held === 'string' ? held : 'unreadable'}`,
      failureReason: held === 'paused' ? 'template_rejected' : 'unknown',
    };
  }
  const told = readError(error);
  if (told) return { ...refusal(told, status), failureReason: failureReasonOf(told), errorCode: told.code };
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

/** Fields to request of the number. Versions before v24 reject the limit of its portfolio. */
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
  const told = readError(error);
  if (told) {
    const fault = lastingFaultOf(told);
    const connection = fault === 'unusable' ? 'disconnected' : 'unclear';
    return { connection, detail: told.words, errorCode: told.code, fault };
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

/** The number, its account, its business and the app. If one is blocked, nothing is sent. */
function messagingHealth(told: unknown): { blocked: ReadHealth | undefined; limits: string[] } {
  const { can_send_message: overall, entities } = membersOf(told);
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
