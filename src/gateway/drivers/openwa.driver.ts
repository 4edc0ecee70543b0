import type { Phone } from '../../platform/text/phone.rules.js';
import type { DeviceAccess, DriverOutcome, GatewayDriver, Health, NumberCheck, Pairing } from '../driver.js';
import { capableOf } from '../driver-info.js';
import type { GatewayResponse } from '../gateway-http.js';
import { signedIn, withNumber } from './callbacks.rules.js';
import { openwaHealth, readCallback } from './openwa-session.js';
import { PAIRING, pairingAt, pairingOf, pairingUnavailable, readBase64 } from './pairing.js';
import {
  type Answer,
  bareId,
  GatewayApi,
  healthOf,
  isSuccess,
  jsonIn,
  jsonObject,
  membersOf,
  NOT_ON_WHATSAPP,
  outcomeOf,
  refusedHere,
  refusedRequest,
} from './responses.js';

const api = new GatewayApi(
  ({ token }) => ({ 'x-api-key': token.reveal() }),
  ({ baseUrl, settings }) => `${baseUrl}/api/sessions/${settings['session'] ?? ''}`,
);

/** OpenWA: a session is a device, on the engine Baileys or on WhatsApp Web in a browser. */
export const openwaDriver = {
  info: {
    title: 'OpenWA',
    experimental: false,
    account: 'personal',
    token: 'API key OpenWA dengan peran operator (X-API-Key)',
    settings: [
      {
        name: 'session',
        description: 'Id (UUID) session di OpenWA, bukan namanya',
        example: '3f6c1f0e-5d0a-4c57-9a59-0c1d6a7f2b11',
        pattern: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      },
    ],
    capabilities: capableOf('checkNumber', 'pairing', 'signedCallbacks', 'reportsDelivery', 'inbound'),
  },

  /**
   * OpenWA rejects unknown members of the body. The idempotency key only helps against proxies that repeat requests.
   */
  async send(device, { phone, reference, text }, signal) {
    const json = { chatId: `${phone.reveal()}@c.us`, text: text.reveal(), linkPreview: false };
    const headers = { 'idempotency-key': reference };
    const answer = await api.call(device, signal, '/messages/send-text', { json, headers });
    const outcome = outcomeOf(answer, device, readSend);
    if (answer.kind !== 'answer' || !saysUnresolved(answer)) return outcome;
    const isAbsent = (await checkNumber(device, phone, signal)) === 'unregistered';
    return isAbsent ? NOT_ON_WHATSAPP : outcome;
  },

  checkNumber,

  async health(device, signal) {
    return healthOf(await api.call(device, signal, ''), device, readHealth);
  },

  missingEvent: (device, signal) => api.read(device, signal, '/webhooks', readMissing),

  /** A stopped session must be started at the gateway first. */
  async pairing(device, signal) {
    const session = await api.call(device, signal, '');
    if (!waitsForQr(session)) return pairingAt(healthOf(session, device, readHealth));
    return pairingOf(await api.call(device, signal, '/qr', PAIRING), device, readPairing);
  },

  verifyCallback: signedIn('x-openwa-signature'),

  parseCallback: readCallback,
} satisfies GatewayDriver;

async function checkNumber(device: DeviceAccess, phone: Phone, signal: AbortSignal): Promise<NumberCheck> {
  return (await api.read(device, signal, `/contacts/check/${phone.reveal()}`, readCheck)) ?? 'unknown';
}

const KEY_REFUSED = 'the gateway refused the API key';
/** The session has no engine, or the engine's guard found it not connected: both precede the send. */
const NOT_STARTED = /\bis not (?:active|started)\b/i;
const NOT_READY = 'WhatsApp client is not ready';
/** The guard of the API key, not a refusal by WhatsApp. */
const KEY_WORDS = /\bAPI key\b|\brole\b|\bpermission/i;
const NO_SESSION = /\bsession\b/i;
/** A limit of new chats only; other limits refuse every message. */
const NEW_CHATS = /\bnew conversation/i;
const UNRESOLVED = /could not resolve the recipient|not (?:registered )?on WhatsApp/i;

/** OpenWA documents 502, 503, 504, and 409 after an attempt, as unknown. Anything unrecognised may have been sent. */
function readSend(answer: Answer): DriverOutcome {
  const { status } = answer;
  const body = jsonObject(answer.body);
  if (isSuccess(status)) return handedOn(body, status);
  const words = wordsOf(body);
  const reason = `the gateway answered ${status}${words && `: ${words}`}`;
  switch (status) {
    case 400:
      return refusedEarly(answer, body, words) ?? { kind: 'unknown', reason };
    case 401:
      return refusedHere(KEY_REFUSED, 'unusable');
    case 403:
      if (KEY_WORDS.test(words)) return refusedHere(reason, 'unusable');
      break;
    case 404:
      if (body['statusCode'] === status && isNoSession(words)) return refusedHere(reason, 'unusable');
      break;
    case 409:
      if (words === NOT_READY) return refusedHere('the session is not connected', 'disconnected');
      break;
    case 429:
      if (body['statusCode'] === status) return paced(body, words);
      break;
  }
  const failureReason = status === 504 ? 'gateway_timeout' : 'gateway_fault';
  return { kind: 'unknown', reason, failureReason };
}

/** The id is `unconfirmed` if the message was sent, but the engine could not read its id. */
function handedOn({ messageId }: Record<string, unknown>, status: number): DriverOutcome {
  const id = bareId(messageId);
  return id === undefined
    ? { kind: 'unknown', reason: `the gateway answered ${status} without a message id` }
    : { kind: 'accepted', id };
}

/** A 400 precedes the send: the session is not started, the recipient cannot be resolved, or the body is invalid. */
function refusedEarly(
  answer: Answer,
  body: Record<string, unknown>,
  words: string,
): DriverOutcome | undefined {
  if (body['statusCode'] !== answer.status) return undefined;
  if (NOT_STARTED.test(words)) return refusedHere('the session is not started', 'disconnected');
  // The recipient may only lack a chat with this session: another device may succeed.
  if (saysUnresolved(answer))
    return {
      kind: 'refused',
      reason: 'the recipient cannot be resolved',
      retryElsewhere: true,
      failureReason: 'unknown',
    };
  return refusedRequest(`the gateway finds fault: ${words}`);
}

/** OpenWA refused the message by its send pacing, with the seconds to wait, or by its rate limit. */
function paced({ code, retryAfterSeconds }: Record<string, unknown>, words: string): DriverOutcome {
  if (code !== 'SEND_PACING_LIMITED') return refusedHere('the gateway limits requests', 'busy');
  const fault = NEW_CHATS.test(words) ? 'restricted' : 'busy';
  const seconds = Number.isInteger(retryAfterSeconds) ? Number(retryAfterSeconds) : 0;
  return {
    ...refusedHere(`the gateway paces its messages: ${words}`, fault),
    ...(seconds > 0 && { retryAfterSeconds: seconds }),
  };
}

/** The response may be wrong: check the number again. */
function saysUnresolved({ status, body }: Answer): boolean {
  return status === 400 && UNRESOLVED.test(wordsOf(jsonObject(body)));
}

function readCheck({ status, body }: Answer): NumberCheck {
  const found = jsonObject(body);
  const words = wordsOf(found);
  if ((status === 400 && NOT_STARTED.test(words)) || (status === 409 && words === NOT_READY))
    return 'disconnected';
  const { exists } = found;
  if (!isSuccess(status) || typeof exists !== 'boolean') return 'unknown';
  return exists ? 'registered' : 'unregistered';
}

function readHealth(answer: Answer): Health {
  const { status } = answer;
  const body = jsonObject(answer.body);
  const { status: state, phone, lastError, restriction } = body;
  if (isSuccess(status) && typeof state === 'string')
    return withNumber(openwaHealth(state, membersOf(restriction), lastError), phone);
  const words = wordsOf(body);
  const detail = `the gateway answered ${status}${words && `: ${words}`}`;
  if (status === 401) return { connection: 'disconnected', detail: KEY_REFUSED, fault: 'unusable' };
  if (status === 403 && KEY_WORDS.test(words))
    return { connection: 'disconnected', detail, fault: 'unusable' };
  if (status === 404 && isNoSession(words)) return { connection: 'disconnected', detail, fault: 'unusable' };
  return { connection: 'unclear', detail };
}

const RECEIVED = 'message.received';

/** Reads the session's active webhooks; OpenWA has no others. */
function readMissing({ status, body }: Answer): string | null | undefined {
  const webhooks = jsonIn(body);
  if (!isSuccess(status) || !Array.isArray(webhooks)) return undefined;
  const events = webhooks.map(membersOf).flatMap(({ active, events }) => (active === true ? events : []));
  return events.includes(RECEIVED) || events.includes('*') ? null : RECEIVED;
}

function waitsForQr(answer: GatewayResponse): boolean {
  return (
    answer.kind === 'answer' && isSuccess(answer.status) && jsonObject(answer.body)['status'] === 'qr_ready'
  );
}

function readPairing(answer: Answer): Pairing {
  const body = jsonObject(answer.body);
  return isSuccess(answer.status)
    ? readBase64(body['qrCode'])
    : pairingUnavailable(`the gateway answered ${answer.status}: ${wordsOf(body)}`);
}

const isNoSession = (words: string) => NO_SESSION.test(words) && !words.startsWith('Cannot ');

/** `message` is one text, or one for each invalid field. */
function wordsOf({ message }: Record<string, unknown>): string {
  return [message]
    .flat()
    .filter((words) => typeof words === 'string')
    .join(', ');
}
