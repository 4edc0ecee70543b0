import type { DriverOutcome, Health, NumberCheck, Pairing } from '../../driver.js';
import { pairingUnavailable, readBase64 } from '../pairing.js';
import {
  type Answer,
  isMessageId,
  isSuccess,
  jsonObject,
  membersOf,
  refusedHere,
  refusedRequest,
} from '../reading.js';

/** WAHA's answers, which differ by engine. Texts are the gateway's, not yet scrubbed. */

const WORKING = 'WORKING';
const SCAN_QR_CODE = 'SCAN_QR_CODE';
/** A level of acknowledgement. */
const FAILED = -1;
/** Out of an engine, inside a 500. */
const NO_LID = /\bno LID (found|for)\b/i;
const RESTRICTED = /\bserver returned error 463\b/i;
/** A session that is not there is told with 404 or with 422. */
const NO_SESSION: readonly number[] = [404, 422];
const INVALID: readonly number[] = [400, 422];

/** Whatever is not told below may have been sent. */
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

/** Its engine has the message, which may have failed there already. */
function handedOn(told: Record<string, unknown>, status: number): DriverOutcome {
  const id = sentId(told);
  if (id === undefined)
    return { kind: 'unknown', reason: `the gateway answered ${status} without a message id` };
  const isFailed = told['ack'] === FAILED || told['status'] === 'ERROR';
  return isFailed
    ? { kind: 'unknown', id, reason: 'the engine reported an error' }
    : { kind: 'accepted', id };
}

/** Whether it found no way to the recipient before it sent; another account may know one, if the number is there. */
export function saysNoLid({ status, body }: Answer): boolean {
  return status === 500 && NO_LID.test(body);
}

/** The state of a session that is not as the question needs it, told after five seconds of waiting for it. */
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

/** The validation of the framework it is made with, which comes before anything is sent. */
function invalidRequest({ status, body }: Answer): DriverOutcome | undefined {
  const answer = jsonObject(body);
  const isValidation =
    INVALID.includes(status) && answer['statusCode'] === status && answer['exception'] === undefined;
  return isValidation ? refusedRequest(`the gateway finds fault: ${wordsOf(answer)}`) : undefined;
}

function unrecognised(answer: Answer): DriverOutcome {
  return { kind: 'unknown', reason: answeredBy(answer) };
}

function answeredBy({ status, body }: Answer): string {
  const words = wordsOf(jsonObject(body));
  return `the gateway answered ${status}${words && `: ${words}`}`;
}

/** GOWS tells the serialised id, NOWEB the bare one under `key`, WEBJS and WPP an object with both. */
function sentId({ id, key }: Record<string, unknown>): string | undefined {
  const { id: bare, _serialized: serialised } = membersOf(id);
  return [id, bare, serialised, membersOf(key)['id']].map(bareId).find((found) => found !== undefined);
}

/**
 * The part that stays the same wherever it is told: of `true_<chat>_<id>` the third, since a group's has a fourth, and
 * the chat turns from a number into a LID.
 */
export function bareId(told: unknown): string | undefined {
  if (!isMessageId(told)) return undefined;
  const [fromMe, , id] = told.split('_');
  if (fromMe !== 'true' && fromMe !== 'false') return told;
  return id || undefined;
}

/** An id to give a message beforehand; versions before 2026.4.3 have none. */
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
  if (isSuccess(answer.status) && typeof state === 'string')
    return sessionHealth(state, [membersOf(me)['reachoutTimelock'], restriction]);
  if (answer.status === 401)
    return { verdict: 'disconnected', detail: 'the gateway refused the API key', fault: 'unusable' };
  if (unreadySession(answer))
    return { verdict: 'disconnected', detail: 'the gateway does not know the session' };
  return { verdict: 'unclear', detail: `the gateway answered ${answer.status} without a readable status` };
}

/** Whether a session of this health has a QR code to be scanned. */
export const waitsForScan = ({ verdict, detail }: Health): boolean =>
  verdict === 'disconnected' && detail === SCAN_QR_CODE;

export function readWahaPairing(answer: Answer): Pairing {
  return isSuccess(answer.status)
    ? readBase64(jsonObject(answer.body)['data'])
    : pairingUnavailable(answeredBy(answer));
}

/** What a session's state and the locks on its account come to; no lock told does not prove that there is none. */
export function sessionHealth(state: string, locks: unknown[]): Health {
  if (state !== WORKING) return { verdict: 'disconnected', detail: state };
  const lock = locks.map(membersOf).find((one) => one['isActive'] === true || one['active'] === true);
  return lock ? { verdict: 'connected', ...restriction(lock) } : { verdict: 'connected', detail: null };
}

/** How WhatsApp holds the account back, of a lock or of an error that carries one. */
export function restriction(lock: Record<string, unknown>): Omit<Health, 'verdict'> {
  const restrictedUntil = momentIn(lock['timeEnforcementEnds'] ?? lock['until']);
  return {
    detail: 'WhatsApp holds the account back',
    fault: 'restricted',
    ...(restrictedUntil && { restrictedUntil }),
  };
}

/** No second of this century is as late. */
const MILLISECONDS_FROM = 1e11;

/** Seconds since 1970 as a rule; an engine may hand on milliseconds, or a text. */
function momentIn(value: unknown): Date | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const isSeconds = typeof value === 'number' && value < MILLISECONDS_FROM;
  const moment = new Date(isSeconds ? value * 1000 : value);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Engines put the cause in an exception, the framework in a message, the gateway itself in an error. */
function wordsOf({ exception, message, error }: Record<string, unknown>): string {
  const told = [membersOf(exception)['message'], message, error].flat();
  return told.filter((words) => typeof words === 'string').join(', ');
}
