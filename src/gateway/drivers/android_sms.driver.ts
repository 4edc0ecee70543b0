import { callbackObject } from '../../platform/http/index.js';
import { scrub } from '../../platform/text/scrub.js';
import { smsText } from '../../platform/text/sms-text.rules.js';
import type {
  CallbackEvent,
  DeliveryStatus,
  DeviceAccess,
  DriverOutcome,
  GatewayDriver,
  Health,
  LookupResult,
} from '../driver.js';
import { capableOf } from '../driver-info.js';
import { smsReasonInWords } from '../failure-reasons.js';
import type { GatewayResponse } from '../gateway-http.js';
import { callbackEventOf, isHmacHex, NO_FAILURE, timeOfCallback } from './callbacks.rules.js';
import {
  type Answer,
  callbackInvalid,
  GatewayApi,
  type GatewayCall,
  healthOf,
  isMessageId,
  isSuccess,
  jsonIn,
  jsonObject,
  lookupOf,
  membersOf,
  outcomeOf,
  referenceIn,
  refusedHere,
} from './responses.js';

const SIGNATURE = 'x-signature';
const TIMESTAMP = 'x-timestamp';

/** Messages of at least this priority skip the app's limits and delays. */
const PRIORITY = 100;

/** Both paths of the message list. Which one a server has depends on its version. */
const PATHS: Readonly<Record<string, readonly string[]>> = {
  local: ['/message', '/messages'],
  cloud: ['/3rdparty/v1/messages', '/3rdparty/v1/message'],
};

const api = new GatewayApi(({ token }) => ({
  authorization: `Basic ${Buffer.from(token.reveal()).toString('base64')}`,
}));

/** android-sms-gateway (SMSGate): an Android phone with a SIM, reached by the app's own server or by a cloud server. */
export const androidSmsDriver = {
  info: {
    title: 'SMSGate (android-sms-gateway)',
    experimental: false,
    channel: 'sms',
    account: 'none',
    token: 'Basic auth aplikasi SMSGate, ditulis user:password',
    settings: [
      {
        name: 'server',
        description: 'local: server di ponsel itu sendiri; cloud: api.sms-gate.app atau server privat',
        example: 'local',
        pattern: /^(local|cloud)$/,
        default: 'local',
      },
      {
        name: 'device_id',
        description: 'Id ponsel di server cloud; kosong: ponsel mana pun dari akun itu',
        example: 'PyDmBQZZXYmyxMwED8Fzy',
        pattern: /^[\w-]{0,21}$/,
        default: '',
      },
      {
        name: 'sim',
        description: 'Nomor SIM, 1 sampai 3; kosong: SIM bawaan ponsel',
        example: '1',
        pattern: /^[1-3]?$/,
        default: '',
      },
      {
        name: 'ttl',
        description: 'Detik sampai pesan yang belum terkirim dibatalkan ponsel',
        example: '300',
        pattern: /^(?:[3-9]\d|[1-9]\d{2}|[12]\d{3}|3[0-5]\d{2}|3600)$/,
        default: '300',
      },
    ],
    capabilities: capableOf('lookup', 'signedCallbacks', 'reportsDelivery'),
  },

  /** Our reference is the message id: the app accepts each id once. */
  async send(device, { reference, phone, text }, signal) {
    const { device_id: deviceId, sim, ttl } = device.settings;
    const json = {
      id: reference,
      textMessage: { text: smsText(text.reveal()) },
      phoneNumbers: [`+${phone.reveal()}`],
      withDeliveryReport: true,
      priority: PRIORITY,
      ttl: Number(ttl),
      ...(deviceId && { deviceId }),
      ...(sim && { simNumber: Number(sim) }),
    };
    const answer = await callMessages(device, signal, '', { json });
    const outcome = outcomeOf(answer, device, readAndroidSend);
    return outcome.kind === 'unknown' ? { ...outcome, id: reference } : outcome;
  },

  async lookup(device, reference, signal) {
    const answer = await callMessages(device, signal, `/${encodeURIComponent(reference)}`);
    return lookupOf(answer, device, readAndroidLookup);
  },

  /** Reads an endpoint that needs the password. The health endpoint needs none, so it cannot show a wrong one. */
  async health(device, signal) {
    const isCloud = device.settings['server'] === 'cloud';
    const answer = await api.call(device, signal, isCloud ? '/3rdparty/v1/devices' : '/');
    return healthOf(answer, device, isCloud ? readDevices(device) : readLocalStatus);
  },

  /** The signature covers the body, followed by the timestamp. */
  verifyCallback(callback, { secrets, acceptsUnsigned }) {
    const given = callback.headers[SIGNATURE];
    if (given === undefined) return acceptsUnsigned;
    const time = timeOfCallback(callback.headers[TIMESTAMP], callback);
    const signed = Buffer.concat([callback.rawBody, Buffer.from(time ?? '')]);
    return time !== undefined && isHmacHex(given, 'sha256', signed, secrets);
  },

  parseCallback({ rawBody }) {
    return { statuses: readAndroidEvent(rawBody) };
  },
} satisfies GatewayDriver;

/** Tries the other path after a 404: a server without the path has done nothing. */
async function callMessages(
  device: DeviceAccess,
  signal: AbortSignal,
  path: string,
  call?: GatewayCall,
): Promise<GatewayResponse> {
  const [base = '', otherBase = ''] = PATHS[device.settings['server'] ?? 'local'] ?? [];
  const answer = await api.call(device, signal, base + path, call);
  const isMissing = answer.kind === 'answer' && answer.status === 404;
  return isMissing ? api.call(device, signal, otherBase + path, call) : answer;
}

/** 202: queued by the app or the server. 409: it has a message with this id already. */
function readAndroidSend({ status, body }: Answer): DriverOutcome {
  const { id, message } = jsonObject(body);
  if (isSuccess(status) && isMessageId(id)) return { kind: 'accepted', id };
  const reason = `the gateway answered ${status}: ${typeof message === 'string' ? message : 'no message'}`;
  if (status === 401) return refusedHere(reason, 'unusable');
  if (typeof message !== 'string') return { kind: 'unknown', reason };
  if (status === 403) return refusedHere(reason, 'unusable');
  if (status === 400) return { kind: 'refused', reason, retryElsewhere: true };
  // The app's queue is full.
  if (status === 503) return refusedHere(reason, 'busy');
  return { kind: 'unknown', reason };
}

const STATES: Readonly<Record<string, DeliveryStatus>> = {
  Pending: 'sent',
  Processed: 'sent',
  Sent: 'sent',
  Cancelling: 'sent',
  Delivered: 'delivered',
  Failed: 'failed',
  Cancelled: 'failed',
};

function readAndroidLookup({ status, body }: Answer): LookupResult {
  if (status === 404) return { kind: 'never_accepted' };
  const { id, state, recipients } = jsonObject(body);
  const reached = typeof state === 'string' && Object.hasOwn(STATES, state) ? STATES[state] : undefined;
  if (!isSuccess(status) || !isMessageId(id) || reached === undefined)
    return { kind: 'unknown', reason: `the gateway answered the look-up ${status} without a state` };
  if (reached !== 'failed') return { kind: 'found', id, status: reached, ...NO_FAILURE };
  const [recipient] = Array.isArray(recipients) ? (recipients as unknown[]) : [];
  return { kind: 'found', id, status: reached, ...failureOf(membersOf(recipient)['error']) };
}

function readLocalStatus({ status, body }: Answer): Health {
  if (isSuccess(status) && jsonObject(body)['status'] === 'ok')
    return { connection: 'connected', detail: null };
  return otherHealth(status);
}

const readDevices =
  ({ settings }: DeviceAccess) =>
  ({ status, body }: Answer): Health => {
    const phones = jsonIn(body);
    if (!isSuccess(status) || !Array.isArray(phones)) return otherHealth(status);
    const { device_id: wanted } = settings;
    const isThere = wanted ? phones.some((phone) => membersOf(phone)['id'] === wanted) : phones.length > 0;
    return isThere
      ? { connection: 'connected', detail: null }
      : { connection: 'disconnected', detail: 'the account has no such phone' };
  };

function otherHealth(status: number): Health {
  const detail = `the gateway answered ${status}`;
  return status === 401
    ? { connection: 'disconnected', detail, fault: 'unusable' }
    : { connection: 'unclear', detail };
}

const EVENTS: Readonly<Record<string, DeliveryStatus>> = {
  'sms:sent': 'sent',
  'sms:delivered': 'delivered',
  'sms:failed': 'failed',
  'sms:cancelled': 'failed',
};

/** Other events are ignored. Fails with `malformed_json` or `callback_invalid`. */
function readAndroidEvent(rawBody: Buffer): CallbackEvent[] {
  const { event, payload } = callbackObject(rawBody);
  if (typeof event !== 'string') throw callbackInvalid('event');
  const status = Object.hasOwn(EVENTS, event) ? EVENTS[event] : undefined;
  if (status === undefined) return [];
  const { messageId: id, reason } = membersOf(payload);
  if (!isMessageId(id)) throw callbackInvalid('payload.messageId');
  return [callbackEventOf(id, status, failureOf(reason), referenceIn(id))];
}

/** `TTL expired`, or a constant of Android with an explanation. */
function failureOf(words: unknown): Pick<CallbackEvent, 'error' | 'failureReason'> {
  const error = typeof words === 'string' && words !== '' ? scrub(words) : 'the phone could not send it';
  return { error, failureReason: smsReasonInWords(error) };
}
