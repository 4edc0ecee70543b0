import { AppError } from '../../platform/errors/index.js';
import { parseJsonObject } from '../../platform/http/index.js';
import type { FailureReason } from '../../platform/text/failure-reason.js';
import { scrub } from '../../platform/text/scrub.js';
import type { DeviceAccess, DeviceFault, DriverOutcome, Health } from '../driver.js';
import type { GatewayAnswer } from '../gateway-http.js';

/** What drivers share when they read what a gateway wrote. */

const TOKEN_PART_MIN = 4;

/** What a text says in JSON; `undefined`: it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The members of a JSON object; none where the text is anything else. */
export function jsonObject(text: string): Record<string, unknown> {
  return membersOf(jsonIn(text));
}

/** The members of a callback's body. Fails with `malformed_json` or `callback_invalid`. */
export function callbackObject(rawBody: Buffer): Record<string, unknown> {
  try {
    return parseJsonObject(rawBody, 'ignore');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'body_invalid') throw error;
    throw callbackInvalid('the body');
  }
}

export function callbackInvalid(what: string): AppError {
  return new AppError('callback_invalid', { logDetail: `${what} is not as in the contract` });
}

/** The members of a part of a gateway's text; none where it is no object. */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A gateway's id of a message, as it fits the database. */
export function isMessageId(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= 255;
}

const OUR_REFERENCE = /^otp_\w{1,36}$/;

/** Our reference as a gateway echoes it; null for anything else, which may be a phone: no reason to lose the status. */
export function referenceIn(value: unknown): string | null {
  return typeof value === 'string' && OUR_REFERENCE.test(value) ? value : null;
}

/** Of a status that is no failure. */
export const NO_FAILURE = { error: null, failureReason: null };

/** A gateway's own words: without codes, phones, and the token or a part of it (`user:password`) should it echo that. */
export function safeWords(words: string, { token }: DeviceAccess): string {
  const whole = token.reveal();
  const parts = whole.split(/[:.]/).filter(({ length }) => length >= TOKEN_PART_MIN);
  return scrub([whole, ...parts].reduce((text, part) => text.replaceAll(part, '****'), words));
}

/** Not sent, for the message's own sake: no other device would do better. */
export function refusedForGood(reason: string, failureReason?: FailureReason): DriverOutcome {
  return { kind: 'refused', reason, retryElsewhere: false, ...(failureReason && { failureReason }) };
}

/** That the number itself is wrong, by the names that gateways have for it; of its type they say something else. */
const NUMBER_INVALID =
  /\b(?:phone|chatId|target)\b.*\b(?:invalid|not (?:valid|registered))\b|\binvalid (?:phone|chatId)\b/i;

/** Not sent, for what the request says; where that is the number, only another one helps. */
export function refusedRequest(reason: string): DriverOutcome {
  return refusedForGood(reason, NUMBER_INVALID.test(reason) ? 'not_on_whatsapp' : undefined);
}

/** A gateway, or the check that came first, said so for certain. */
export const NOT_ON_WHATSAPP: DriverOutcome = refusedForGood(
  'the number is not on WhatsApp',
  'not_on_whatsapp',
);

/** Not sent, for this device's sake. */
export function refusedHere(
  reason: string,
  fault: DeviceFault,
  failureReason?: FailureReason,
): DriverOutcome {
  return { kind: 'refused', reason, retryElsewhere: true, fault, ...(failureReason && { failureReason }) };
}

/** A whole answer. */
export interface Answer {
  status: number;
  body: string;
}

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** `errorCode`: the gateway's own number of an error, which is neither phone nor code however it looks. */
export type ReadOutcome = DriverOutcome & { errorCode?: number };
export type ReadHealth = Health & { errorCode?: number };

/** What a call that sends came to; `read` is for a whole answer. Reasons come out scrubbed, but for an error's number. */
export function outcomeOf(
  answer: GatewayAnswer,
  device: DeviceAccess,
  read: (answer: Answer) => ReadOutcome,
): DriverOutcome {
  if (answer.kind === 'unsent')
    return { kind: 'refused', reason: answer.reason, retryElsewhere: true, fault: answer.fault };
  if (answer.kind === 'cut') return { ...answer, kind: 'unknown' };
  const { errorCode, ...outcome } = read(answer);
  if (outcome.kind === 'accepted') return outcome;
  const reason = safeWords(outcome.reason, device);
  return { ...outcome, reason: errorCode === undefined ? reason : numbered(reason, errorCode) };
}

/** As long as scrubbing leaves a text, and as the database keeps one. */
const WORDS_MAX = 300;

/** Safe words with the gateway's own number of the error, which scrubbing would take for a code. */
export function numbered(words: string, errorCode: number): string {
  const number = ` (${errorCode})`;
  return words.slice(0, WORDS_MAX - number.length) + number;
}

/** What a call that asks for a device's health came to; `read` is for a whole answer. Details come out scrubbed. */
export function healthOf(
  answer: GatewayAnswer,
  device: DeviceAccess,
  read: (answer: Answer) => ReadHealth,
): Health {
  if (answer.kind === 'unsent')
    return { verdict: answer.fault === 'busy' ? 'unclear' : 'unreachable', detail: answer.reason };
  if (answer.kind === 'cut') return { verdict: 'unclear', detail: answer.reason };
  const { errorCode, ...health } = read(answer);
  if (health.detail === null) return health;
  const detail = safeWords(health.detail, device);
  return { ...health, detail: errorCode === undefined ? detail : numbered(detail, errorCode) };
}
