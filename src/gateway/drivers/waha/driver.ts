import { callbackObject } from '../../../platform/http/index.js';
import type { Phone } from '../../../platform/text/phone.rules.js';
import { scrub } from '../../../platform/text/scrub.js';
import type {
  CallbackDevice,
  DeliveryStatus,
  DeviceAccess,
  GatewayDriver,
  NumberCheck,
  ParsedCallback,
  ReceivedCallback,
} from '../../driver.js';
import { capableOf } from '../../driver-info.js';
import {
  callbackEventOf,
  inboundIn,
  isGroupId,
  isHmacHex,
  NOTHING,
  phoneInIds,
  textsOnly,
} from '../callbacks.rules.js';
import { PAIRING, pairingAt, pairingOf } from '../pairing.js';
import {
  type Answer,
  bareId,
  callbackInvalid,
  GatewayApi,
  healthOf,
  membersOf,
  NOT_ON_WHATSAPP,
  outcomeOf,
} from '../responses.js';
import {
  lacksQuota,
  namedState,
  readCapping,
  readNewId,
  readWahaCheck,
  readWahaHealth,
  readWahaMissing,
  readWahaPairing,
  readWahaSend,
  restriction,
  saysNoLid,
  sessionHealth,
  waitsForPasskey,
  waitsForScan,
} from './response.rules.js';

const SIGNATURE = 'x-webhook-hmac';
const NEW_ID_TIMEOUT_MS = 2000;

const api = new GatewayApi(
  ({ token }) => ({ 'x-api-key': token.reveal() }),
  ({ baseUrl }) => `${baseUrl}/api`,
);

/** One API over several engines (WEBJS, WPP, NOWEB, GOWS) with different responses. */
export const wahaDriver = {
  info: {
    title: 'WAHA',
    experimental: false,
    account: 'personal',
    token: 'API key server WAHA (X-Api-Key), bukan hash-nya',
    checksNumbers: true,
    signsSince: '2024.11.5',
    settings: [
      {
        name: 'session',
        description: 'Nama session di WAHA',
        example: 'default',
        pattern: /^\w[\w.-]{0,99}$/,
        default: 'default',
      },
      {
        name: 'fixed_ids',
        description: 'on: id pesan diminta lebih dulu, sehingga callback cocok walau jawaban kirim hilang',
        example: 'on',
        pattern: /^(on|off)$/,
        default: 'off',
      },
    ],
    capabilities: capableOf('checkNumber', 'pairing', 'signedCallbacks', 'reportsDelivery', 'inbound'),
  },

  async send(device, { phone, text }, signal) {
    const early = device.settings['fixed_ids'] === 'on' ? await newId(device, signal) : undefined;
    // The session does not work: the send would wait as long and fail in the same way.
    if (early && namedState(early) !== undefined)
      return outcomeOf({ kind: 'answer', ...early }, device, readWahaSend);
    const id = early && readNewId(early);
    const json = {
      session: sessionOf(device),
      chatId: `${phone.reveal()}@c.us`,
      text: text.reveal(),
      linkPreview: false,
      ...(id && { id }),
    };
    const answer = await api.call(device, signal, '/sendText', { json });
    const outcome = outcomeOf(answer, device, readWahaSend);
    if (outcome.kind === 'unknown' && id !== undefined) return { id, ...outcome };
    if (answer.kind !== 'answer' || !saysNoLid(answer)) return outcome;
    const isAbsent = (await checkNumber(device, phone, signal)) === 'unregistered';
    return isAbsent ? NOT_ON_WHATSAPP : outcome;
  },

  checkNumber,

  async health(device, signal) {
    const path = `/sessions/${sessionOf(device)}`;
    const session = await api.call(device, signal, path);
    const health = healthOf(session, device, readWahaHealth);
    if (session.kind !== 'answer' || !lacksQuota(session)) return health;
    const newChats = await api.read(device, signal, `${path}/capping`, readCapping);
    return newChats ? { ...health, newChats } : health;
  },

  missingEvent: (device, signal) =>
    api.read(device, signal, `/sessions/${sessionOf(device)}`, readWahaMissing),

  /** A stopped session must be started at the gateway first. */
  async pairing(device, signal) {
    const health = await this.health(device, signal);
    if (waitsForPasskey(health)) return { state: 'passkey' };
    if (!waitsForScan(health)) return pairingAt(health);
    const answer = await api.call(device, signal, `/${sessionOf(device)}/auth/qr?format=image`, PAIRING);
    return pairingOf(answer, device, readWahaPairing);
  },

  verifyCallback({ headers, rawBody }, { secrets, acceptsUnsigned }) {
    const given = headers[SIGNATURE];
    return given === undefined ? acceptsUnsigned : isHmacHex(given, 'sha512', rawBody, secrets);
  },

  parseCallback: readCallback,
} satisfies GatewayDriver;

async function checkNumber(device: DeviceAccess, phone: Phone, signal: AbortSignal): Promise<NumberCheck> {
  const query = new URLSearchParams({ phone: phone.reveal(), session: sessionOf(device) });
  const path = `/contacts/check-exists?${query.toString()}`;
  return (await api.read(device, signal, path, readWahaCheck)) ?? 'unknown';
}

/** `undefined`: no response in time, send without an id. */
function newId(device: DeviceAccess, signal: AbortSignal): Promise<Answer | undefined> {
  const shortly = AbortSignal.any([signal, AbortSignal.timeout(NEW_ID_TIMEOUT_MS)]);
  return api.read(device, shortly, `/${sessionOf(device)}/new-message-id`, (answer) => answer);
}

const sessionOf = ({ settings }: CallbackDevice) => settings['session'] ?? '';

/** Acknowledgement levels: -1 ERROR, 0 PENDING, 1 SERVER, 2 DEVICE, 3 READ, 4 PLAYED. */
const ACKS = new Map<unknown, DeliveryStatus>([
  [-1, 'failed'],
  [1, 'sent'],
  [2, 'delivered'],
  [3, 'delivered'],
  [4, 'delivered'],
]);
/** WhatsApp's error for an account that may not write to new contacts. */
const RESTRICTED = '463';

/**
 * Accepts late and repeated reports of messages. A state of the device is used only if it is recent. Fails with
 * `malformed_json` or `callback_invalid`.
 */
function readCallback(
  { rawBody, receivedAt, toleranceSeconds }: ReceivedCallback,
  device: CallbackDevice,
): ParsedCallback {
  const { event, session, timestamp, payload } = callbackObject(rawBody);
  if (typeof event !== 'string') throw callbackInvalid('event');
  if (session !== sessionOf(device)) return NOTHING;
  const { health, ...lasting } = READERS.get(event)?.(membersOf(payload)) ?? NOTHING;
  const ageMs = Math.abs(receivedAt.getTime() - (typeof timestamp === 'number' ? timestamp : 0));
  return health && ageMs <= toleranceSeconds * 1000 ? { ...lasting, health } : lasting;
}

const READERS = new Map<string, (payload: Record<string, unknown>) => ParsedCallback>([
  ['message.ack', acknowledged],
  ['message', received],
  // Our messages, and texts of users. Only the engine GOWS reports the server acknowledgement here, and no failures.
  [
    'message.any',
    (payload) =>
      (Number(payload['ack']) > 0 && payload['fromMe'] === true ? acknowledged : received)(payload),
  ],
  ['session.status', stateChanged],
]);

function acknowledged(payload: Record<string, unknown>): ParsedCallback {
  const { fromMe, ack, error } = payload;
  const status = ACKS.get(ack);
  const id = bareId(payload['id']);
  if (fromMe !== true || !status || id === undefined) return NOTHING;
  if (status !== 'failed') return { statuses: [callbackEventOf(id, status)] };
  const cause = membersOf(error);
  const isRestricted = String(cause['code']) === RESTRICTED;
  const failureReason = isRestricted ? 'device_restricted' : 'unknown';
  return {
    statuses: [callbackEventOf(id, status, { error: failureOf(cause), failureReason })],
    // A refusal says nothing about the connection.
    ...(isRestricted && { health: { connection: 'unclear', ...restriction(cause) } }),
  };
}

/** A text from a LID has the phone in the engine's own data: GOWS under `Info`, NOWEB under `key`. */
function received({ from, fromMe, body, _data: raw }: Record<string, unknown>): ParsedCallback {
  if (fromMe !== false || isGroupId(from)) return NOTHING;
  const { Info: info, key } = membersOf(raw);
  const { remoteJidAlt, senderPn } = membersOf(key);
  const sender = phoneInIds(from, membersOf(info)['SenderAlt'], remoteJidAlt, senderPn);
  return textsOnly(inboundIn(body, sender));
}

function failureOf({ code, reason }: Record<string, unknown>): string {
  const parts = [code, reason].filter((part) => typeof part === 'string' || typeof part === 'number');
  return scrub(['WhatsApp refused the message', ...parts].join(': '));
}

function stateChanged({ status, data }: Record<string, unknown>): ParsedCallback {
  if (typeof status !== 'string') return NOTHING;
  const { reachoutTimelock, messageCapping } = membersOf(data);
  return { statuses: [], health: sessionHealth(scrub(status), [reachoutTimelock], messageCapping) };
}
