import type { Phone } from '../../../platform/text/phone.rules.js';
import type { DeviceAccess } from '../../device-access.js';
import type { CallbackDevice, GatewayDriver, NumberCheck } from '../../driver.js';
import { capableOf } from '../../driver-info.js';
import type { GatewayResponse } from '../../gateway-http.js';
import { pairingAt, pairingOf, pairingRequest, PASSKEY } from '../pairing.js';
import { type Answer, getRequest, healthOf, jsonRequest, NOT_ON_WHATSAPP, outcomeOf } from '../responses.js';
import { isHmacHex } from '../signature.rules.js';
import { parsedEvent, sessionEventIn } from './callback.rules.js';
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
  saysNoLid,
  waitsForPasskey,
  waitsForScan,
} from './response.rules.js';

const SIGNATURE = 'x-webhook-hmac';
/** Time limit for requesting an optional id. */
const NEW_ID_TIMEOUT_MS = 2000;

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
    // The send would wait as long and fail the same way.
    if (early && namedState(early) !== undefined)
      return outcomeOf({ kind: 'answer', ...early }, device, readWahaSend);
    const id = early && readNewId(early);
    const body = {
      session: sessionOf(device),
      chatId: `${phone.reveal()}@c.us`,
      text: text.reveal(),
      linkPreview: false,
      ...(id && { id }),
    };
    const request = jsonRequest(`${device.baseUrl}/api/sendText`, headersFor(device), body);
    const answer = await device.http.call(request, signal);
    const outcome = outcomeOf(answer, device, readWahaSend);
    if (outcome.kind === 'unknown' && id !== undefined) return { id, ...outcome };
    if (answer.kind !== 'answer' || !saysNoLid(answer)) return outcome;
    const isAbsent = (await checkNumber(device, phone, signal)) === 'unregistered';
    return isAbsent ? NOT_ON_WHATSAPP : outcome;
  },

  checkNumber,

  async health(device, signal) {
    const path = `/api/sessions/${sessionOf(device)}`;
    const session = await get(device, signal, path);
    const health = healthOf(session, device, readWahaHealth);
    if (session.kind !== 'answer' || !lacksQuota(session)) return health;
    const capping = await get(device, signal, `${path}/capping`);
    const newChats = capping.kind === 'answer' ? readCapping(capping) : undefined;
    return newChats ? { ...health, newChats } : health;
  },

  async missingEvent(device, signal) {
    const answer = await get(device, signal, `/api/sessions/${sessionOf(device)}`);
    return answer.kind === 'answer' ? readWahaMissing(answer) : undefined;
  },

  /** A stopped session must be started at the gateway first. */
  async pairing(device, signal) {
    const health = await this.health(device, signal);
    if (waitsForPasskey(health)) return PASSKEY;
    if (!waitsForScan(health)) return pairingAt(health);
    const url = `${device.baseUrl}/api/${sessionOf(device)}/auth/qr?format=image`;
    const answer = await device.http.call(pairingRequest(url, headersFor(device)), signal);
    return pairingOf(answer, device, readWahaPairing);
  },

  verifyCallback({ headers, rawBody }, { secrets, acceptsUnsigned }) {
    const given = headers[SIGNATURE];
    return given === undefined ? acceptsUnsigned : isHmacHex(given, 'sha512', rawBody, secrets);
  },

  /** A late or repeated callback only raises the status. The device state counts only if it is recent. */
  parseCallback({ rawBody, receivedAt, toleranceSeconds }, device) {
    const event = sessionEventIn(rawBody, sessionOf(device));
    if (!event) return { statuses: [] };
    const ageMs = Math.abs(receivedAt.getTime() - (event.atMs ?? 0));
    return parsedEvent(event, ageMs <= toleranceSeconds * 1000);
  },
} satisfies GatewayDriver;

async function checkNumber(device: DeviceAccess, phone: Phone, signal: AbortSignal): Promise<NumberCheck> {
  const query = new URLSearchParams({ phone: phone.reveal(), session: sessionOf(device) });
  const answer = await get(device, signal, `/api/contacts/check-exists?${query.toString()}`);
  return answer.kind === 'answer' ? readWahaCheck(answer) : 'unknown';
}

/** `undefined`: no response in time, send without an id. */
async function newId(device: DeviceAccess, signal: AbortSignal): Promise<Answer | undefined> {
  const shortly = AbortSignal.any([signal, AbortSignal.timeout(NEW_ID_TIMEOUT_MS)]);
  const answer = await get(device, shortly, `/api/${sessionOf(device)}/new-message-id`);
  return answer.kind === 'answer' ? answer : undefined;
}

function get(device: DeviceAccess, signal: AbortSignal, path: string): Promise<GatewayResponse> {
  return device.http.call(getRequest(`${device.baseUrl}${path}`, headersFor(device)), signal);
}

const sessionOf = ({ settings }: CallbackDevice) => settings['session'] ?? '';

function headersFor({ token }: DeviceAccess): Record<string, string> {
  return { 'x-api-key': token.reveal() };
}
