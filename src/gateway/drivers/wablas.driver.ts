import { callbackObject } from '../../platform/http/index.js';
import { scrub } from '../../platform/text/scrub.js';
import type {
  CallbackDevice,
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
  getRequest,
  healthOf,
  isMessageId,
  isSuccess,
  jsonObject,
  membersOf,
  outcomeOf,
  refusedHere,
  refusedRequest,
} from './responses.js';

/** Wablas queues messages for one phone. Each account has its own server name. */
export const wablasDriver = {
  info: {
    title: 'Wablas',
    experimental: true,
    account: 'personal',
    probeFloorSeconds: 30,
    token: 'Token dan secret key device, ditulis token.secret_key',
    // Reports contradict each other on whether `sent` or `delivered` means delivered, so neither word counts as
    // delivered.
    settings: statusSettings({
      delivered: 'received,read',
      failed: 'cancel,reject,rejected',
      sent: 'sent,delivered',
    }),
    emptyAnswer: true,
    capabilities: capableOf('reportsDelivery'),
  },

  async send(device, message, signal) {
    const fields = {
      phone: message.phone.reveal(),
      message: message.text.reveal(),
      flag: 'instant',
      ref_id: message.reference,
    };
    const headers = { authorization: device.token.reveal() };
    const request = formRequest(`${device.baseUrl}/api/send-message`, headers, fields);
    return outcomeOf(await device.http.call(request, signal), device, (answer) =>
      readWablasSend(answer, device),
    );
  },

  /** This request has the token in the address, without the secret key. */
  async health(device, signal) {
    const [token = ''] = device.token.reveal().split('.');
    const url = `${device.baseUrl}/api/device/info?token=${encodeURIComponent(token)}`;
    return healthOf(await device.http.call(getRequest(url, {}), signal), device, readWablasHealth);
  },

  verifyCallback: hasUrlKey,

  parseCallback: readWablasCallback,
} satisfies GatewayDriver;

/** A report of a message or of the device. Fails with `malformed_json` or `callback_invalid`. */
function readWablasCallback({ rawBody }: ReceivedCallback, device: CallbackDevice): ParsedCallback {
  const { id, status: word, note } = callbackObject(rawBody);
  if (id === undefined) {
    const health = healthIn(word);
    return { statuses: [], ...(health && { health }) };
  }
  const status = statusOf([word], device);
  if (!status || !isMessageId(id)) return NOTHING;
  const words = typeof note === 'string' && note !== '' ? note : String(word);
  const failure = { error: scrub(words), failureReason: reasonInWords(words) ?? 'unknown' };
  return { statuses: [callbackEventOf(id, status, failure)] };
}

/** Responses: HTTP statuses are undocumented, so only texts count. Texts are not scrubbed yet. */

const WRONG_TOKEN = /token|secret/i;

const REFUSALS: readonly [RegExp, (reason: string) => DriverOutcome][] = [
  [/disconnected/i, (reason) => refusedHere(reason, 'unreachable')],
  [WRONG_TOKEN, (reason) => refusedHere(reason, 'unusable')],
  [/expired|quota/i, (reason) => refusedHere(reason, 'unusable')],
  [/phone/i, refusedRequest],
];

/** `data` may be an array and `messages` an object. The message may have been rejected in the queue already. */
function readWablasSend({ status, body }: Answer, device: CallbackDevice): DriverOutcome {
  const answer = jsonObject(body);
  const isTaken = answer['status'];
  const [entry] = [answer['data']].flat();
  const [taken] = [membersOf(entry)['messages']].flat();
  const { id, status: reached } = membersOf(taken);
  if (isSuccess(status) && isTaken === true && isMessageId(id))
    return statusOf([reached], device) === 'failed'
      ? { kind: 'unknown', id, reason: `the gateway reported ${String(reached)}` }
      : { kind: 'accepted', id };
  const reason = wordsIn(answer);
  const [, refused] = REFUSALS.find(([words]) => words.test(reason)) ?? [];
  if (isTaken === false && refused) return refused(reason);
  return { kind: 'unknown', reason: `the gateway answered ${status}: ${reason}` };
}

function readWablasHealth({ status, body }: Answer): Health {
  const answer = jsonObject(body);
  const [entry] = [answer['data']].flat();
  const health = healthIn(membersOf(entry)['status']);
  if (health) return health;
  const words = wordsIn(answer);
  if (answer['status'] === false && WRONG_TOKEN.test(words))
    return { connection: 'disconnected', detail: words, fault: 'unusable' };
  return { connection: 'unclear', detail: `the gateway answered ${status}: ${words}` };
}

function healthIn(word: unknown): Health | undefined {
  const said = typeof word === 'string' ? word.toLowerCase() : '';
  return said === 'connected' || said === 'disconnected' ? { connection: said, detail: null } : undefined;
}

const wordsIn = ({ message }: Record<string, unknown>): string =>
  typeof message === 'string' ? message : 'no reason';
