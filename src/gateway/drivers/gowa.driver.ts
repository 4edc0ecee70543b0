import { callbackObject } from '../../platform/http/index.js';
import type { Phone } from '../../platform/text/phone.rules.js';
import type {
  CallbackDevice,
  CallbackEvent,
  DeviceAccess,
  DeviceFault,
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
import type { GatewayResponse } from '../gateway-http.js';
import {
  callbackEventOf,
  inboundIn,
  isGroupId,
  isHubSigned,
  NOTHING,
  phoneInIds,
  textsOnly,
  withNumber,
} from './callbacks.rules.js';
import { pairingAt, pairingOf, pairingUnavailable, PICTURE, readPicture } from './pairing.js';
import {
  type Answer,
  GatewayApi,
  healthOf,
  isMessageId,
  jsonObject,
  membersOf,
  NOT_ON_WHATSAPP,
  outcomeOf,
  refusedForGood,
  refusedHere,
} from './responses.js';

const api = new GatewayApi(({ token, settings }) => ({
  authorization: `Basic ${Buffer.from(token.reveal()).toString('base64')}`,
  'x-device-id': settings['device_id'] ?? '',
}));

/** go-whatsapp-web-multidevice: one server with several devices, chosen by a header. */
export const gowaDriver = {
  info: {
    title: 'GOWA (go-whatsapp-web-multidevice)',
    experimental: false,
    account: 'personal',
    token: 'Basic auth server GOWA, ditulis user:password',
    settings: [
      {
        name: 'device_id',
        description: 'Id device di GOWA (header X-Device-Id)',
        example: 'otp-01',
        pattern: /^\w[\w.@:-]{0,99}$/,
      },
    ],
    capabilities: capableOf('checkNumber', 'pairing', 'signedCallbacks', 'reportsDelivery', 'inbound'),
  },

  async send(device, { phone, text }, signal) {
    const json = { phone: phone.reveal(), message: text.reveal() };
    const answer = await api.call(device, signal, '/send/message', { json });
    const outcome = outcomeOf(answer, device, readGowaSend);
    if (answer.kind !== 'answer' || !saysNoNumber(answer)) return outcome;
    const isAbsent = (await checkNumber(device, phone, signal)) === 'unregistered';
    return isAbsent ? NOT_ON_WHATSAPP : outcome;
  },

  checkNumber,

  /** GOWA has no events about devices, so this is the only source of their state. */
  async health(device, signal) {
    return healthOf(await api.call(device, signal, '/app/status'), device, readGowaHealth);
  },

  missingEvent(device, signal) {
    const id = encodeURIComponent(device.settings['device_id'] ?? '');
    return api.read(device, signal, `/devices/${id}/webhook`, readGowaMissing);
  },

  /** Each call starts a login, whose QR code replaces the previous one, unless a login waits for a passkey. */
  async pairing(device, signal) {
    const health = await this.health(device, signal);
    if (health.connection !== 'disconnected' || health.fault) return pairingAt(health);
    const pending = readPasskey(await api.call(device, signal, '/app/passkey'));
    if (pending) return pending;
    const login = await api.call(device, signal, '/app/login');
    const link = login.kind === 'answer' ? qrLinkIn(login) : undefined;
    if (!link) return pairingOf(login, device, readNoLogin);
    const picture = await api.call(device, signal, link.path, PICTURE);
    return pairingOf(picture, device, (answer) => readPicture(answer, link.expiresSeconds));
  },

  verifyCallback: isHubSigned,

  parseCallback: readGowaCallback,
} satisfies GatewayDriver;

async function checkNumber(device: DeviceAccess, phone: Phone, signal: AbortSignal): Promise<NumberCheck> {
  return (await api.read(device, signal, `/user/check?phone=${phone.reveal()}`, readGowaCheck)) ?? 'unknown';
}

/** `read-self` is from our own account. There are no events for sent and failed. */
const RECEIPTS: readonly unknown[] = ['delivered', 'read'];

/** A receipt for one or more messages, or a text. Fails with `malformed_json` or `callback_invalid`. */
function readGowaCallback({ rawBody }: ReceivedCallback, { settings }: CallbackDevice): ParsedCallback {
  const { event, payload, session_id: session, device_id: jid } = callbackObject(rawBody);
  // All devices of a server share a webhook. Older versions name the device by number only.
  const isOurs = session === undefined || [session, jid].includes(settings['device_id']);
  if (!isOurs) return NOTHING;
  if (event === 'message') return textsOnly(receivedIn(membersOf(payload)));
  return { statuses: event === 'message.ack' ? receiptsIn(membersOf(payload)) : [] };
}

function receiptsIn({ ids, receipt_type: receipt }: Record<string, unknown>): CallbackEvent[] {
  if (!RECEIPTS.includes(receipt) || !Array.isArray(ids)) return [];
  return ids.filter(isMessageId).map((id) => callbackEventOf(id, 'delivered'));
}

/** GOWA replaces a LID (an id that hides the phone) by the phone, if it knows the phone. */
function receivedIn({
  chat_id: chat,
  from,
  is_from_me: isOwn,
  body,
}: Record<string, unknown>): InboundText[] {
  return isOwn === true || isGroupId(chat) ? [] : inboundIn(body, phoneInIds(from));
}

const INVALID_JID = '400 INVALID_JID';
/** GOWA's own timeout of 45 seconds. */
const TIMEOUT = '504 GATEWAY_TIMEOUT';
/** 401 without a code: a wrong password. A logged-out device has a code. */
const WRONG_PASSWORD = '401';
const PASSWORD_REFUSED = 'the gateway refused user or password';

/** Nothing was sent, because of the device. */
const DEVICE_FAULTS: Readonly<Record<string, DeviceFault>> = {
  '400 DEVICE_ID_REQUIRED': 'unusable',
  '404 DEVICE_NOT_FOUND': 'unusable',
  '401 AUTHENTICATION_ERROR': 'unreachable',
  '500 INVALID_WA_CLI': 'unreachable',
  '429 WA_REACHOUT_TIMELOCK': 'restricted',
  '503 DEVICE_MANAGER_UNAVAILABLE': 'busy',
};

const NUMBER_FAULT = /\bphone\b/i;

/** The device has no client yet. Reported before the number is checked. */
const NO_CLIENT = 'Whatsapp client is not initialized';

/** GOWA responds after WhatsApp's server has the message. */
function readGowaSend(answer: Answer): DriverOutcome {
  const { code, message, results } = jsonObject(answer.body);
  const id = membersOf(results)['message_id'];
  if (answer.status === 200 && code === 'SUCCESS' && isMessageId(id)) return { kind: 'accepted', id };
  const key = keyOf(answer);
  const reason = `${key}: ${String(message)}`;
  if (key === '400 VALIDATION_ERROR')
    return refusedForGood(reason, NUMBER_FAULT.test(reason) ? 'not_on_whatsapp' : undefined);
  // GOWA also responds so if its own look-up of the number fails: another device may succeed.
  if (key === INVALID_JID) return { kind: 'refused', reason, retryElsewhere: true, failureReason: 'unknown' };
  const fault = message === NO_CLIENT ? 'unreachable' : DEVICE_FAULTS[key];
  if (fault) return refusedHere(reason, fault);
  if (key === WRONG_PASSWORD) return refusedHere(PASSWORD_REFUSED, 'unusable');
  const failureReason = key === TIMEOUT ? 'gateway_timeout' : 'gateway_fault';
  return { kind: 'unknown', reason: `the gateway answered ${key}`, failureReason };
}

/** The response may be wrong: check the number again. */
function saysNoNumber(answer: Answer): boolean {
  return keyOf(answer) === INVALID_JID;
}

function readGowaCheck({ status, body }: Answer): NumberCheck {
  const isThere = membersOf(jsonObject(body)['results'])['is_on_whatsapp'];
  if (status !== 200 || typeof isThere !== 'boolean') return 'unknown';
  return isThere ? 'registered' : 'unregistered';
}

function readGowaHealth(answer: Answer): Health {
  const results = membersOf(jsonObject(answer.body)['results']);
  const { is_connected: isConnected, is_logged_in: isLoggedIn, jid } = results;
  const key = keyOf(answer);
  if (key === '404 DEVICE_NOT_FOUND')
    return { connection: 'disconnected', detail: 'no such device', fault: 'unusable' };
  if (key === WRONG_PASSWORD)
    return { connection: 'disconnected', detail: PASSWORD_REFUSED, fault: 'unusable' };
  if (answer.status !== 200 || typeof isConnected !== 'boolean' || typeof isLoggedIn !== 'boolean')
    return { connection: 'unclear', detail: `the gateway answered ${key}` };
  if (!isLoggedIn) return { connection: 'disconnected', detail: 'logged out' };
  return withNumber(
    { connection: isConnected ? 'connected' : 'disconnected', detail: null },
    phoneInIds(jid),
  );
}

/** Without a list GOWA reports every event. */
function readGowaMissing({ status, body }: Answer): string | null | undefined {
  const events = membersOf(jsonObject(body)['results'])['webhook_events'];
  if (status !== 200 || typeof events !== 'string') return undefined;
  const names = events.split(',').map((name) => name.trim().toLowerCase());
  return events.trim() === '' || names.includes('message') ? null : 'message';
}

/** The path of the QR code below the gateway's address. */
interface QrLink {
  path: string;
  expiresSeconds: number | null;
}

/** Only the path is used: the request has the token, so it must stay at the device's gateway. */
function qrLinkIn({ status, body }: Answer): QrLink | undefined {
  const { qr_link: link, qr_duration: seconds } = membersOf(jsonObject(body)['results']);
  if (status !== 200 || typeof link !== 'string' || link.length > LINK_MAX) return undefined;
  const path = PICTURE_PATH.exec(link)?.[0];
  const isDuration = Number.isInteger(seconds) && Number(seconds) > 0;
  return path === undefined ? undefined : { path, expiresSeconds: isDuration ? Number(seconds) : null };
}

const LINK_MAX = 500;
const PICTURE_PATH = /\/statics(?:\/[\w-]+){1,6}\.png$/;

const PASSKEY_STATES: readonly unknown[] = ['awaiting_response', 'awaiting_confirmation'];

/** `undefined`: no login waits for a passkey. A new login would end a login that waits. */
function readPasskey(answer: GatewayResponse): Pairing | undefined {
  if (answer.kind !== 'answer') return pairingUnavailable(answer.reason);
  const { status: state } = membersOf(jsonObject(answer.body)['results']);
  if (answer.status === 200 && PASSKEY_STATES.includes(state)) return { state: 'passkey' };
  // Servers before 8.10 do not know the path.
  const isNone = answer.status === 200 ? state === 'none' : answer.status === 404;
  return isNone ? undefined : pairingUnavailable(`the gateway answered ${answer.status} about its passkey`);
}

function readNoLogin(answer: Answer): Pairing {
  const key = keyOf(answer);
  if (key === '400 ALREADY_LOGGED_IN') return { state: 'connected' };
  const { message } = jsonObject(answer.body);
  return pairingUnavailable(
    `the gateway answered ${key}: ${typeof message === 'string' ? message : 'no QR code'}`,
  );
}

/** Such as `400 INVALID_JID`, or the status alone. */
function keyOf({ status, body }: Answer): string {
  const { code } = jsonObject(body);
  return typeof code === 'string' ? `${status} ${code}` : String(status);
}
