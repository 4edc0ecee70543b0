import { AppError } from '../../platform/errors/index.js';
import type { FailureReason } from '../../platform/text/failure-reason.js';
import { parseForeignJson } from '../../platform/text/foreign-json.js';
import { scrub } from '../../platform/text/scrub.js';
import type { DeviceAccess, DeviceFault, DriverOutcome, Health, LookupResult } from '../driver.js';
import type { GatewayRequest, GatewayResponse } from '../gateway-http.js';

const TOKEN_PART_MIN = 4;

/** `undefined`: not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}

/** Empty if the text is not a JSON object. */
export function jsonObject(text: string): Record<string, unknown> {
  return membersOf(jsonIn(text));
}

export function callbackInvalid(what: string): AppError {
  return new AppError('callback_invalid', { logDetail: `${what} is not as in the contract` });
}

/** Empty if the value is not an object. */
export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The list that is a member of the value; empty if there is none. */
export function listIn(value: unknown, name: string): unknown[] {
  const list = membersOf(value)[name];
  return Array.isArray(list) ? list : [];
}

/** A message id that fits the database. */
export function isMessageId(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= 255;
}

/** The third part of `true_<chat>_<id>`: the chat may change from a number to a LID. A group's id has a fourth part. */
export function bareId(value: unknown): string | undefined {
  if (!isMessageId(value)) return undefined;
  const [fromMe, , id] = value.split('_');
  if (fromMe !== 'true' && fromMe !== 'false') return value;
  return id || undefined;
}

const OUR_REFERENCE = /^otp_\w{1,36}$/;

/** Our reference; null for other text, such as a phone. */
export function referenceIn(value: unknown): string | null {
  return typeof value === 'string' && OUR_REFERENCE.test(value) ? value : null;
}

/** Text of the gateway without codes, phones and the token or parts of it (`user:password`). */
export function safeWords(words: string, { token }: DeviceAccess): string {
  const whole = token.reveal();
  const parts = whole.split(/[:.]/).filter(({ length }) => length >= TOKEN_PART_MIN);
  return scrub([whole, ...parts].reduce((text, part) => text.replaceAll(part, '****'), words));
}

/** Not sent because of the message: another device would refuse it too. */
export function refusedForGood(reason: string, failureReason?: FailureReason): DriverOutcome {
  return { kind: 'refused', reason, retryElsewhere: false, ...(failureReason && { failureReason }) };
}

/** The number is invalid, by the field names of several gateways. */
const NUMBER_INVALID =
  /\b(?:phone|chatId|target)\b.*\b(?:invalid|not (?:valid|registered))\b|\binvalid (?:phone|chatId)\b/i;

/** Not sent because of the request. An invalid number counts as not on WhatsApp. */
export function refusedRequest(reason: string): DriverOutcome {
  return refusedForGood(reason, NUMBER_INVALID.test(reason) ? 'not_on_whatsapp' : undefined);
}

export const NOT_ON_WHATSAPP: DriverOutcome = refusedForGood(
  'the number is not on WhatsApp',
  'not_on_whatsapp',
);

/** Not sent because of this device. */
export function refusedHere(reason: string, fault: DeviceFault): DriverOutcome {
  return { kind: 'refused', reason, retryElsewhere: true, fault };
}

export interface Answer {
  status: number;
  body: string;
}

export const isSuccess = (status: number): boolean => status >= 200 && status <= 299;

/** `errorCode`: the gateway's error code, which is exempt from scrubbing. */
export type ReadOutcome = DriverOutcome & { errorCode?: number };
export type ReadHealth = Health & { errorCode?: number };

/** Reads the response to a send; reasons are scrubbed except for the error code. */
export function outcomeOf(
  answer: GatewayResponse,
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

export function lookupOf(
  answer: GatewayResponse,
  device: DeviceAccess,
  read: (answer: Answer) => LookupResult,
): LookupResult {
  if (answer.kind !== 'answer') return { kind: 'unknown', reason: answer.reason };
  const result = read(answer);
  if (result.kind !== 'found' || result.error === null) return result;
  return { ...result, error: safeWords(result.error, device) };
}

/** The length limit of scrubbing and of the database column. */
const WORDS_MAX = 300;

/** Appends the error code, which scrubbing would remove. */
export function numbered(words: string, errorCode: number): string {
  const number = ` (${errorCode})`;
  return words.slice(0, WORDS_MAX - number.length) + number;
}

/** Reads the response to a health check; details are scrubbed. */
export function healthOf(
  answer: GatewayResponse,
  device: DeviceAccess,
  read: (answer: Answer) => ReadHealth,
): Health {
  if (answer.kind === 'unsent')
    return { connection: answer.fault === 'busy' ? 'unclear' : 'unreachable', detail: answer.reason };
  if (answer.kind === 'cut') return { connection: 'unclear', detail: answer.reason };
  const { errorCode, ...health } = read(answer);
  if (health.detail === null) return health;
  const detail = safeWords(health.detail, device);
  return { ...health, detail: errorCode === undefined ? detail : numbered(detail, errorCode) };
}

type Headers = Record<string, string>;

export const getRequest = (url: string, headers: Headers): GatewayRequest => ({
  method: 'GET',
  url,
  headers,
});

export const jsonRequest = (url: string, headers: Headers, body: object): GatewayRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export const formRequest = (
  url: string,
  headers: Headers,
  fields: Record<string, string>,
): GatewayRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
});

export interface GatewayCall extends Pick<GatewayRequest, 'answerBytesMax' | 'isBinary'> {
  headers?: Headers;
  /** The body of a POST request; without it, the request is a GET. */
  json?: object;
}

/** Calls one gateway software. Paths are relative to the device's base URL, or to `baseOf`. */
export class GatewayApi {
  constructor(
    private readonly headersOf: (device: DeviceAccess) => Headers,
    private readonly baseOf = ({ baseUrl }: DeviceAccess) => baseUrl,
  ) {}

  call(
    device: DeviceAccess,
    signal: AbortSignal,
    path: string,
    { json, headers, ...more }: GatewayCall = {},
  ): Promise<GatewayResponse> {
    const url = this.baseOf(device) + path;
    const all = { ...this.headersOf(device), ...headers };
    const request = json ? jsonRequest(url, all, json) : getRequest(url, all);
    return device.http.call({ ...request, ...more }, signal);
  }

  /** Reads the response to a GET request; `undefined`: there was none. */
  async read<Result>(
    device: DeviceAccess,
    signal: AbortSignal,
    path: string,
    read: (answer: Answer) => Result,
  ): Promise<Result | undefined> {
    const answer = await this.call(device, signal, path);
    return answer.kind === 'answer' ? read(answer) : undefined;
  }
}
