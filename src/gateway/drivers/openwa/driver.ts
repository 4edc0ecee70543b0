import type { Phone } from '../../../platform/text/phone.rules.js';
import type { DeviceAccess } from '../../device-access.js';
import type { GatewayDriver, NumberCheck } from '../../driver.js';
import { capableOf } from '../../driver-info.js';
import type { GatewayResponse } from '../../gateway-http.js';
import { pairingAt, pairingOf, pairingRequest } from '../pairing.js';
import { getRequest, healthOf, jsonRequest, NOT_ON_WHATSAPP, outcomeOf } from '../responses.js';
import { signedIn } from '../signature.rules.js';
import { readOpenwaCallback } from './callback.rules.js';
import {
  readOpenwaCheck,
  readOpenwaHealth,
  readOpenwaMissing,
  readOpenwaPairing,
  readOpenwaSend,
  saysUnresolved,
  waitsForQr,
} from './response.rules.js';

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

  /** Unknown members of the body are a 400. The key only guards against proxies that repeat requests. */
  async send(device, { phone, reference, text }, signal) {
    const body = { chatId: `${phone.reveal()}@c.us`, text: text.reveal(), linkPreview: false };
    const headers = { ...headersFor(device), 'idempotency-key': reference };
    const request = jsonRequest(urlOf(device, '/messages/send-text'), headers, body);
    const answer = await device.http.call(request, signal);
    const outcome = outcomeOf(answer, device, readOpenwaSend);
    if (answer.kind !== 'answer' || !saysUnresolved(answer)) return outcome;
    const isAbsent = (await checkNumber(device, phone, signal)) === 'unregistered';
    return isAbsent ? NOT_ON_WHATSAPP : outcome;
  },

  checkNumber,

  async health(device, signal) {
    return healthOf(await get(device, signal, ''), device, readOpenwaHealth);
  },

  async missingEvent(device, signal) {
    const answer = await get(device, signal, '/webhooks');
    return answer.kind === 'answer' ? readOpenwaMissing(answer) : undefined;
  },

  /** A stopped session must be started at the gateway first. */
  async pairing(device, signal) {
    const session = await get(device, signal, '');
    if (!waitsForQr(session)) return pairingAt(healthOf(session, device, readOpenwaHealth));
    const request = pairingRequest(urlOf(device, '/qr'), headersFor(device));
    return pairingOf(await device.http.call(request, signal), device, readOpenwaPairing);
  },

  verifyCallback: signedIn('x-openwa-signature'),

  parseCallback(callback, device) {
    return readOpenwaCallback(callback, device);
  },
} satisfies GatewayDriver;

async function checkNumber(device: DeviceAccess, phone: Phone, signal: AbortSignal): Promise<NumberCheck> {
  const answer = await get(device, signal, `/contacts/check/${phone.reveal()}`);
  return answer.kind === 'answer' ? readOpenwaCheck(answer) : 'unknown';
}

function get(device: DeviceAccess, signal: AbortSignal, path: string): Promise<GatewayResponse> {
  return device.http.call(getRequest(urlOf(device, path), headersFor(device)), signal);
}

/** `path` below the device's session. */
function urlOf({ baseUrl, settings }: DeviceAccess, path: string): string {
  return `${baseUrl}/api/sessions/${settings['session'] ?? ''}${path}`;
}

function headersFor({ token }: DeviceAccess): Record<string, string> {
  return { 'x-api-key': token.reveal() };
}
