import { callbackObject } from '../../platform/http/index.js';
import { scrub } from '../../platform/text/scrub.js';
import type {
  CallbackDevice,
  DeviceAccess,
  DriverOutcome,
  GatewayDriver,
  Health,
  ParsedCallback,
  ReceivedCallback,
} from '../driver.js';
import { capableOf } from '../driver-info.js';
import { reasonInWords } from '../failure-reasons.js';
import { callbackEventOf, hasUrlKey, NOTHING, statusOf, statusSettings } from './callbacks.rules.js';
import {
  type Answer,
  formRequest,
  healthOf,
  isMessageId,
  jsonObject,
  outcomeOf,
  refusedHere,
  refusedRequest,
} from './responses.js';

/** Fonnte queues messages for one phone, which its token names. Every response has HTTP status 200. */
export const fonnteDriver = {
  info: {
    title: 'Fonnte',
    experimental: true,
    account: 'personal',
    probeFloorSeconds: 30,
    token: 'Token device di Fonnte, bukan token akun',
    settings: statusSettings({ delivered: 'delivered,read', failed: 'invalid,failed,expired', sent: 'sent' }),
    // Some reports have ids that match no message, so missing reports mean nothing.
    capabilities: capableOf(),
  },

  async send(device, message, signal) {
    const fields = {
      target: message.phone.reveal(),
      message: message.text.reveal(),
      // The number has its country code already.
      countryCode: '0',
      // A code must not wait until the phone is back.
      connectOnly: 'true',
    };
    const request = formRequest(`${device.baseUrl}/send`, headersFor(device), fields);
    return outcomeOf(await device.http.call(request, signal), device, readFonnteSend);
  },

  async health(device, signal) {
    const request = formRequest(`${device.baseUrl}/device`, headersFor(device), {});
    return healthOf(await device.http.call(request, signal), device, readFonnteHealth);
  },

  verifyCallback: hasUrlKey,

  parseCallback: readFonnteCallback,
} satisfies GatewayDriver;

function headersFor({ token }: DeviceAccess): Record<string, string> {
  return { authorization: token.reveal() };
}

/**
 * Later reports may have only `stateid`, which cannot be matched. Fails with `malformed_json` or `callback_invalid`.
 */
function readFonnteCallback({ rawBody }: ReceivedCallback, device: CallbackDevice): ParsedCallback {
  const { id: given, status: word, state, reason, token } = callbackObject(rawBody);
  const id = textOf(given);
  if (id === undefined)
    return deviceCallback(word, typeof reason === 'string' ? without(reason, token) : null);
  const words = [word, state].filter((said) => typeof said === 'string');
  const status = statusOf(words, device);
  if (!status || !isMessageId(id)) return NOTHING;
  const said = words.join(', ');
  const error = without(`the gateway reported ${said}`, token);
  return {
    statuses: [callbackEventOf(id, status, { error, failureReason: reasonInWords(said) ?? 'unknown' })],
  };
}

function deviceCallback(word: unknown, reason: string | null): ParsedCallback {
  const connection = connectionOf(word);
  if (!connection) return NOTHING;
  return { statuses: [], health: { connection, detail: connection === 'disconnected' ? reason : null } };
}

/** Scrubbed text without the token that device reports contain. */
function without(words: string, token: unknown): string {
  const isThere = typeof token === 'string' && token !== '';
  return scrub(isThere ? words.replaceAll(token, '****') : words);
}

/** Responses: always HTTP 200. Texts are not scrubbed yet. */

const WRONG_TOKEN = /token invalid/i;

/** Refusals by their reason; the first match counts. */
const REFUSALS: readonly [RegExp, (reason: string) => DriverOutcome][] = [
  [/disconnected device/i, (reason) => refusedHere(reason, 'unreachable')],
  [WRONG_TOKEN, (reason) => refusedHere(reason, 'unusable')],
  [/insufficient quota|package expired/i, (reason) => refusedHere(reason, 'unusable')],
  [/target invalid|input invalid/i, refusedRequest],
];

function readFonnteSend({ status, body }: Answer): DriverOutcome {
  const answer = jsonObject(body);
  const isTaken = statusIn(answer);
  const [id] = [answer['id']].flat().map(textOf);
  if (status === 200 && isTaken === true && isMessageId(id)) return { kind: 'accepted', id };
  const reason = reasonIn(answer);
  const [, refused] = REFUSALS.find(([words]) => words.test(reason)) ?? [];
  if (isTaken === false && refused) return refused(reason);
  return { kind: 'unknown', reason: `the gateway answered ${status}: ${reason}` };
}

function readFonnteHealth({ status, body }: Answer): Health {
  const answer = jsonObject(body);
  const isSuccessful = statusIn(answer);
  const connection = connectionOf(answer['device_status']);
  if (isSuccessful === true && connection) return { connection, detail: null };
  const reason = reasonIn(answer);
  if (isSuccessful === false && WRONG_TOKEN.test(reason))
    return { connection: 'disconnected', detail: reason, fault: 'unusable' };
  return { connection: 'unclear', detail: `the gateway answered ${status}: ${reason}` };
}

function connectionOf(word: unknown): 'connected' | 'disconnected' | undefined {
  const said = typeof word === 'string' ? word.toLowerCase() : '';
  return said === 'connect' ? 'connected' : said === 'disconnect' ? 'disconnected' : undefined;
}

/** Ids are strings; some responses have numbers. */
function textOf(id: unknown): string | undefined {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' ? id : undefined;
}

/** Capitalised in some responses. */
const statusIn = (answer: Record<string, unknown>): unknown => answer['status'] ?? answer['Status'];

const reasonIn = ({ reason }: Record<string, unknown>): string =>
  typeof reason === 'string' ? reason : 'no reason';
