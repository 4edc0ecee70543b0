import { jwtVerify } from 'jose';
import { bearerOf } from '../../platform/access/bearer.js';
import { callbackObject } from '../../platform/http/index.js';
import type {
  CallbackDevice,
  DeliveryStatus,
  DriverOutcome,
  GatewayDriver,
  Health,
  InboundText,
  NumberCheck,
  Pairing,
  ParsedCallback,
  ReceivedCallback,
} from '../driver.js';
import { capableOf } from '../driver-info.js';
import { callbackEventOf, inboundIn, isGroupId, NOTHING, phoneInIds, textsOnly } from './callbacks.rules.js';
import { PAIRING, pairingAt, pairingOf, pairingUnavailable, readBase64 } from './pairing.js';
import {
  type Answer,
  GatewayApi,
  healthOf,
  isMessageId,
  isSuccess,
  jsonIn,
  jsonObject,
  membersOf,
  NOT_ON_WHATSAPP,
  outcomeOf,
  refusedForGood,
  refusedHere,
} from './responses.js';

/** A token is created once per event and valid for ten minutes, but events are retried for more than twenty. */
const RETRY_LEEWAY_SECONDS = 1800;

const api = new GatewayApi(({ token }) => ({ apikey: token.reveal() }));

/** Evolution API: an instance is a device. Missing delivery reports are normal, since Evolution skips some. */
export const evolutionDriver = {
  info: {
    title: 'Evolution API',
    experimental: false,
    account: 'personal',
    token: 'apikey: kunci global server atau token instance',
    settings: [
      {
        name: 'instance',
        description: 'Nama instance di Evolution',
        example: 'otp-01',
        pattern: /^\w[\w.-]{0,99}$/,
      },
    ],
    capabilities: capableOf('checkNumber', 'pairing', 'signedCallbacks', 'reportsDelivery', 'inbound'),
  },

  async send(device, { phone, text }, signal) {
    const json = { number: phone.reveal(), text: text.reveal(), linkPreview: false };
    const answer = await api.call(device, signal, `/message/sendText/${instanceOf(device)}`, { json });
    const outcome = outcomeOf(answer, device, readSend);
    if (answer.kind !== 'answer' || !saysClosed(answer)) return outcome;
    const isClosed = (await api.read(device, signal, stateAt(device), stateIn)) === 'close';
    return isClosed ? refusedHere('the phone is not connected', 'unreachable') : outcome;
  },

  async checkNumber(device, phone, signal) {
    const json = { numbers: [phone.reveal()] };
    const answer = await api.call(device, signal, `/chat/whatsappNumbers/${instanceOf(device)}`, { json });
    return answer.kind === 'answer' ? readCheck(answer) : 'unknown';
  },

  async health(device, signal) {
    return healthOf(await api.call(device, signal, stateAt(device)), device, readHealth);
  },

  ownNumber: (device, signal) =>
    api.read(device, signal, `/instance/fetchInstances?instanceName=${instanceOf(device)}`, readNumber),

  missingEvent: (device, signal) =>
    api.read(device, signal, `/webhook/find/${instanceOf(device)}`, readMissing),

  /** Makes a closed instance connect first, which takes the gateway two seconds. */
  async pairing(device, signal) {
    const answer = await api.call(device, signal, `/instance/connect/${instanceOf(device)}`, PAIRING);
    return pairingOf(answer, device, readPairing);
  },

  /** The token in the header proves the caller, not the body. */
  async verifyCallback({ headers, receivedAt }, { secrets, acceptsUnsigned }) {
    if (headers.authorization === undefined) return acceptsUnsigned;
    const token = bearerOf(headers.authorization);
    if (token === null) return false;
    const proofs = await Promise.all(secrets.map((secret) => isTokenOf(secret, token, receivedAt)));
    return proofs.includes(true);
  },

  parseCallback: readCallback,
} satisfies GatewayDriver;

const instanceOf = ({ settings }: CallbackDevice) => encodeURIComponent(settings['instance'] ?? '');
const stateAt = (device: CallbackDevice) => `/instance/connectionState/${instanceOf(device)}`;

async function isTokenOf(secret: string, token: string, currentDate: Date): Promise<boolean> {
  try {
    await jwtVerify(token, Buffer.from(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      currentDate,
      clockTolerance: RETRY_LEEWAY_SECONDS,
    });
    return true;
  } catch {
    return false;
  }
}

/** Messages of Evolution's JSON schema about a request body that it rejected. */
const SCHEMA_WORDS =
  /requires property|is not of a type|is not one of|does not m|cannot be empty|invalid format/i;
/** An exception, which may have occurred at any point of the send. */
const EXCEPTION = /error\b/i;
const CLOSED = /connection closed/i;
/** WhatsApp did not confirm in time. */
const TIMED_OUT = /timed out/i;
/**
 * The number check before the send found no connection: then `response.message` is a plain text. Errors after the send
 * have the same words in a list.
 */
const NOT_CONNECTED = /^connection closed$|\breading 'onWhatsApp'/i;
const NO_INSTANCE = 'instance does not exist';
const KEY_REFUSED = 'the gateway refused the apikey';

/** The status alone proves little: a 400 may mean a message that was sent and not confirmed in time. */
function readSend(answer: Answer): DriverOutcome {
  const { status } = answer;
  const body = jsonObject(answer.body);
  if (isSuccess(status)) return handedOn(body, status);
  const { texts, isNoNumber } = messageOf(answer);
  const reason = `${status}: ${texts.join(', ')}`;
  switch (status) {
    case 400:
      if (isNoNumber) return NOT_ON_WHATSAPP;
      if (texts.length > 0 && texts.every(isSchemaFault))
        return refusedForGood(reason, texts.every(isNumberFault) ? 'not_on_whatsapp' : undefined);
      break;
    case 401:
      return refusedHere(KEY_REFUSED, 'unusable');
    case 404:
      if (texts.some((text) => text.includes(NO_INSTANCE))) return refusedHere(reason, 'unusable');
      break;
    case 500:
      if (isBeforeSending(body)) return refusedHere(reason, 'unreachable');
      break;
    case 503:
      if (body['code'] === 'LICENSE_REQUIRED')
        return refusedHere('503: the gateway has no licence', 'unusable');
  }
  const failureReason = TIMED_OUT.test(reason) ? 'gateway_timeout' : 'gateway_fault';
  return { kind: 'unknown', reason: `the gateway answered ${reason}`, failureReason };
}

/** Evolution's WhatsApp library took the message, but sending may have failed already. */
function handedOn(body: Record<string, unknown>, status: number): DriverOutcome {
  const { id } = membersOf(body['key']);
  if (!isMessageId(id))
    return { kind: 'unknown', reason: `the gateway answered ${status} without a message id` };
  return body['status'] === 'ERROR'
    ? { kind: 'unknown', id, reason: 'the gateway reported an error' }
    : { kind: 'accepted', id };
}

function isBeforeSending(body: Record<string, unknown>): boolean {
  const { message } = membersOf(body['response']);
  return typeof message === 'string' && NOT_CONNECTED.test(message);
}

/** The schema's message about the number only. */
const isNumberFault = (text: string) => text === 'Invalid format';
const isSchemaFault = (text: string) => SCHEMA_WORDS.test(text) && !EXCEPTION.test(text);

/** Whether the phone's connection was closed, before or after the message left. Only the state can tell which. */
function saysClosed(answer: Answer): boolean {
  return answer.status === 400 && messageOf(answer).texts.some((text) => CLOSED.test(text));
}

/** The body is a list with the one number. */
function readCheck({ status, body }: Answer): NumberCheck {
  const [found] = [jsonIn(body)].flat();
  const { exists } = membersOf(found);
  if (!isSuccess(status) || typeof exists !== 'boolean') return 'unknown';
  return exists ? 'registered' : 'unregistered';
}

function stateIn({ status, body }: Answer): string | undefined {
  const { state } = membersOf(jsonObject(body)['instance']);
  return isSuccess(status) && typeof state === 'string' ? state : undefined;
}

function readHealth(answer: Answer): Health {
  const state = stateIn(answer);
  if (state !== undefined) return sessionHealth(state);
  const { texts } = messageOf(answer);
  const detail = `the gateway answered ${answer.status}: ${texts.join(', ')}`;
  if (answer.status === 401) return { connection: 'disconnected', detail: KEY_REFUSED, fault: 'unusable' };
  if (answer.status === 404 && texts.some((text) => text.includes(NO_INSTANCE)))
    return { connection: 'disconnected', detail, fault: 'unusable' };
  return { connection: 'unclear', detail };
}

/** The body is a list with the one instance. */
function readNumber({ status, body }: Answer): string | undefined {
  const [instance] = [jsonIn(body)].flat();
  return isSuccess(status) ? (phoneInIds(membersOf(instance)['ownerJid']) ?? undefined) : undefined;
}

function readMissing({ status, body }: Answer): string | null | undefined {
  const { enabled, events } = jsonObject(body);
  if (!isSuccess(status) || enabled !== true || !Array.isArray(events)) return undefined;
  return events.includes(RECEIVED) ? null : RECEIVED;
}

const RECEIVED = 'MESSAGES_UPSERT';

/** The state of a connected instance, otherwise its QR code: in the body or under `qrcode`. */
function readPairing(answer: Answer): Pairing {
  if (!isSuccess(answer.status)) return pairingAt(readHealth(answer));
  if (stateIn(answer) === 'open') return { state: 'connected' };
  const body = jsonObject(answer.body);
  const picture = body['base64'] ?? membersOf(body['qrcode'])['base64'];
  if (picture !== undefined) return readBase64(picture);
  const { message } = body;
  return pairingUnavailable(typeof message === 'string' ? message : 'the gateway has no QR code yet');
}

/** `refused`: its QR code was shown the maximum number of times and not scanned. */
const NOT_OPEN: readonly string[] = ['connecting', 'close', 'refused'];

/** Only `open` can send; one that waits for its QR code stays `connecting`. */
function sessionHealth(state: string): Health {
  if (state === 'open') return { connection: 'connected', detail: null };
  return NOT_OPEN.includes(state)
    ? { connection: 'disconnected', detail: `state ${state}` }
    : { connection: 'unclear', detail: 'unknown state' };
}

/** `response.message` is a text, or an array (of arrays) of texts or of objects. */
function messageOf({ body }: Answer): { texts: string[]; isNoNumber: boolean } {
  const { message } = membersOf(jsonObject(body)['response']);
  const parts = [message].flat(2);
  return {
    texts: parts.filter((part) => typeof part === 'string'),
    isNoNumber: parts.length > 0 && parts.every((part) => membersOf(part)['exists'] === false),
  };
}

/** Statuses of the unofficial and the Cloud channel. Others are ignored: DELETED may follow any status. */
const STATUSES: ReadonlyMap<string, DeliveryStatus> = new Map([
  ['SERVER_ACK', 'sent'],
  ['SENT', 'sent'],
  ['DELIVERY_ACK', 'delivered'],
  ['DELIVERED', 'delivered'],
  ['READ', 'delivered'],
  ['PLAYED', 'delivered'],
  ['ERROR', 'failed'],
  ['FAILED', 'failed'],
]);

/** An Evolution event. It also contains the instance's credential, so no part of it is stored unchanged. */
function readCallback({ rawBody }: ReceivedCallback, { settings }: CallbackDevice): ParsedCallback {
  const { event, instance, data } = callbackObject(rawBody);
  if (typeof event !== 'string' || instance !== settings['instance']) return NOTHING;
  switch (event.toLowerCase()) {
    case 'messages.update':
      return { statuses: statusesOf(membersOf(data)) };
    case 'messages.upsert':
      return textsOnly([data].flat().flatMap((one) => receivedIn(membersOf(one))));
    case 'connection.update': {
      const { state } = membersOf(data);
      return typeof state === 'string' ? { statuses: [], health: sessionHealth(state) } : NOTHING;
    }
    default:
      return NOTHING;
  }
}

/** `keyId` is WhatsApp's id of the message; `messageId` is a row of the gateway's own database. */
function statusesOf({ keyId, fromMe, status: word }: Record<string, unknown>): ParsedCallback['statuses'] {
  const status = typeof word === 'string' ? STATUSES.get(word.toUpperCase()) : undefined;
  return status && fromMe === true && isMessageId(keyId) ? [callbackEventOf(keyId, status)] : [];
}

/** A chat that is addressed by LID has the phone in another member, from 2.3.6 on. */
function receivedIn({ key, message }: Record<string, unknown>): InboundText[] {
  const { remoteJid, remoteJidAlt, senderPn, fromMe } = membersOf(key);
  if (fromMe !== false || isGroupId(remoteJid)) return [];
  const { ephemeralMessage, ...plain } = membersOf(message);
  const content = ephemeralMessage ? membersOf(membersOf(ephemeralMessage)['message']) : plain;
  const text = content['conversation'] ?? membersOf(content['extendedTextMessage'])['text'];
  return inboundIn(text, phoneInIds(remoteJid, remoteJidAlt, senderPn));
}
