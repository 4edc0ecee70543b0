import type { DriverOutcome, Health, NewChatQuota, NumberCheck, Pairing } from '../../driver.js';
import { phoneInIds, withNumber } from '../callbacks.rules.js';
import { pairingUnavailable, readBase64 } from '../pairing.js';
import {
  type Answer,
  bareId,
  isSuccess,
  jsonObject,
  membersOf,
  refusedHere,
  refusedRequest,
} from '../responses.js';

const WORKING = 'WORKING';
const SCAN_QR_CODE = 'SCAN_QR_CODE';
/** A passkey must sign a challenge, or its code must be compared. */
const PASSKEY_STATES: readonly unknown[] = ['PASSKEY_REQUIRED', 'PASSKEY_CONFIRMATION_REQUIRED'];
const FAILED = -1;
/** Error texts of engines, with status 500. */
const NO_LID = /\bno LID (found|for)\b/i;
const RESTRICTED = /\bserver returned error 463\b/i;
const NO_SESSION: readonly number[] = [404, 422];
const INVALID: readonly number[] = [400, 422];

/** A response that is neither a success nor a known refusal is `unknown`: the message may have been sent. */
export function readWahaSend(answer: Answer): DriverOutcome {
  const { status, body } = answer;
  if (isSuccess(status)) return handedOn(jsonObject(body), status);
  if (status === 401) return refusedHere('the gateway refused the API key', 'unusable');
  if (status === 500 && RESTRICTED.test(body))
    return refusedHere('WhatsApp holds the account back (error 463)', 'restricted');
  if (saysNoLid(answer))
    return {
      kind: 'refused',
      reason: 'the recipient cannot be reached: no LID',
      retryElsewhere: true,
      failureReason: 'unknown',
    };
  return unreadySession(answer) ?? invalidRequest(answer) ?? unrecognised(answer);
}

/** The engine has the message, which may have failed there already. */
function handedOn(sent: Record<string, unknown>, status: number): DriverOutcome {
  const id = sentId(sent);
  if (id === undefined)
    return { kind: 'unknown', reason: `the gateway answered ${status} without a message id` };
  const isFailed = sent['ack'] === FAILED || sent['status'] === 'ERROR';
  return isFailed
    ? { kind: 'unknown', id, reason: 'the engine reported an error' }
    : { kind: 'accepted', id };
}

/** The engine found no route to the recipient and sent nothing. Another account may find one. */
export function saysNoLid({ status, body }: Answer): boolean {
  return status === 500 && NO_LID.test(body);
}

/** The state of a session that is not working; reported after a wait of five seconds. */
export function namedState({ status, body }: Answer): string | undefined {
  const { expected, status: state } = jsonObject(body);
  return status === 422 && expected !== undefined ? String(state) : undefined;
}

function unreadySession(answer: Answer): DriverOutcome | undefined {
  const { status, body } = answer;
  const state = namedState(answer);
  if (state !== undefined) return refusedHere(`the session is ${state}`, 'disconnected');
  const isMissing = NO_SESSION.includes(status) && /\bsession\b/i.test(body);
  return isMissing ? refusedHere('the gateway does not know the session', 'unreachable') : undefined;
}

/** Validation by the framework, before anything is sent. */
function invalidRequest({ status, body }: Answer): DriverOutcome | undefined {
  const answer = jsonObject(body);
  const isValidation =
    INVALID.includes(status) && answer['statusCode'] === status && answer['exception'] === undefined;
  return isValidation ? refusedRequest(`the gateway finds fault: ${wordsOf(answer)}`) : undefined;
}

function unrecognised(answer: Answer): DriverOutcome {
  return { kind: 'unknown', reason: describeResponse(answer) };
}

function describeResponse({ status, body }: Answer): string {
  const words = wordsOf(jsonObject(body));
  return `the gateway answered ${status}${words && `: ${words}`}`;
}

/** GOWS returns the serialised id, NOWEB the bare one under `key`, WEBJS and WPP an object with both. */
function sentId({ id, key }: Record<string, unknown>): string | undefined {
  const { id: bare, _serialized: serialised } = membersOf(id);
  return [id, bare, serialised, membersOf(key)['id']].map(bareId).find((found) => found !== undefined);
}

/** An id to use for the message; absent before 2026.4.3. */
export function readNewId({ status, body }: Answer): string | undefined {
  return isSuccess(status) ? bareId(jsonObject(body)['id']) : undefined;
}

export function readWahaCheck(answer: Answer): NumberCheck {
  const { status, body } = answer;
  const { numberExists } = jsonObject(body);
  if (namedState(answer) !== undefined) return 'disconnected';
  if (!isSuccess(status) || typeof numberExists !== 'boolean') return 'unknown';
  return numberExists ? 'registered' : 'unregistered';
}

export function readWahaHealth(answer: Answer): Health {
  const { status: state, me, restriction } = jsonObject(answer.body);
  if (isSuccess(answer.status) && typeof state === 'string') {
    const { id, reachoutTimelock: lock, messageCapping } = membersOf(me);
    return withNumber(sessionHealth(state, [lock, restriction], messageCapping), phoneInIds(id));
  }
  if (answer.status === 401)
    return { connection: 'disconnected', detail: 'the gateway refused the API key', fault: 'unusable' };
  if (unreadySession(answer))
    return { connection: 'disconnected', detail: 'the gateway does not know the session' };
  return { connection: 'unclear', detail: `the gateway answered ${answer.status} without a readable status` };
}

/** Reads the session's webhooks; WAHA does not list those of the server. */
export function readWahaMissing({ status, body }: Answer): string | null | undefined {
  const { webhooks } = membersOf(jsonObject(body)['config']);
  if (!isSuccess(status) || !Array.isArray(webhooks) || webhooks.length === 0) return undefined;
  const events = webhooks.flatMap((webhook) => membersOf(webhook)['events']);
  return ['message', 'message.any', '*'].some((event) => events.includes(event)) ? null : 'message';
}

export const waitsForScan = ({ connection, detail }: Health): boolean =>
  connection === 'disconnected' && detail === SCAN_QR_CODE;

export const waitsForPasskey = ({ connection, detail }: Health): boolean =>
  connection === 'disconnected' && PASSKEY_STATES.includes(detail);

export function readWahaPairing(answer: Answer): Pairing {
  return isSuccess(answer.status)
    ? readBase64(jsonObject(answer.body)['data'])
    : pairingUnavailable(describeResponse(answer));
}

/** The health by session state and account locks. Without a lock in the response there may still be one. */
export function sessionHealth(state: string, locks: unknown[], capping?: unknown): Health {
  if (state !== WORKING) return { connection: 'disconnected', detail: state };
  const lock = locks.map(membersOf).find((one) => one['isActive'] === true || one['active'] === true);
  const newChats = newChatsIn(capping);
  return {
    connection: 'connected',
    detail: null,
    ...(lock && restriction(lock)),
    ...(newChats && { newChats }),
  };
}

const CAPPING: ReadonlyMap<unknown, NewChatQuota['status']> = new Map([
  ['NONE', 'none'],
  ['FIRST_WARNING', 'first_warning'],
  ['SECOND_WARNING', 'second_warning'],
  ['CAPPED', 'capped'],
]);

/** The quota of new chats, since 2026.8.1. `undefined`: the response has none, or an unknown status. */
function newChatsIn(capping: unknown): NewChatQuota | undefined {
  const { cappingStatus, totalQuota, usedQuota, cycleEnd } = membersOf(capping);
  const status = CAPPING.get(cappingStatus);
  if (!status) return undefined;
  const endsAt = momentIn(cycleEnd)?.toISOString() ?? null;
  return { status, used: countIn(usedQuota), total: countIn(totalQuota), endsAt };
}

/** Reads the response of the endpoint for the quota, which some engines lack. */
export const readCapping = ({ status, body }: Answer): NewChatQuota | undefined =>
  isSuccess(status) ? newChatsIn(jsonObject(body)) : undefined;

/** -1: no limit. */
const countIn = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : null;

/** Whether the server supports quotas of new chats, but has not read the one of this session yet. */
export function lacksQuota({ body }: Answer): boolean {
  const { status, me } = jsonObject(body);
  return status === WORKING && membersOf(me)['messageCapping'] === null;
}

/** The restriction in a lock, or in an error that contains one. */
export function restriction(lock: Record<string, unknown>): Omit<Health, 'connection'> {
  const restrictedUntil = momentIn(lock['timeEnforcementEnds'] ?? lock['until']);
  return {
    detail: 'WhatsApp holds the account back',
    fault: 'restricted',
    ...(restrictedUntil && { restrictedUntil }),
  };
}

/** Larger values are milliseconds. */
const MILLISECONDS_FROM = 1e11;

/** Seconds since 1970, milliseconds, or text, depending on the engine. */
function momentIn(value: unknown): Date | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const isSeconds = typeof value === 'number' && value < MILLISECONDS_FROM;
  const moment = new Date(isSeconds ? value * 1000 : value);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Engines use `exception`, the framework `message`, the gateway `error`. */
function wordsOf({ exception, message, error }: Record<string, unknown>): string {
  const texts = [membersOf(exception)['message'], message, error].flat();
  return texts.filter((words) => typeof words === 'string').join(', ');
}
