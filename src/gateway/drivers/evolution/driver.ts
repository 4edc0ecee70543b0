import { jwtVerify } from 'jose';
import { bearerOf } from '../../../platform/access/bearer.js';
import type { DeviceAccess } from '../../device-access.js';
import type { GatewayDriver } from '../../driver.js';
import { capableOf } from '../../driver-info.js';
import type { GatewayResponse } from '../../gateway-http.js';
import { pairingOf, pairingRequest } from '../pairing.js';
import { getRequest, healthOf, jsonRequest, outcomeOf, refusedHere } from '../responses.js';
import { readEvolutionCallback } from './callback.rules.js';
import {
  readEvolutionCheck,
  readEvolutionHealth,
  readEvolutionMissing,
  readEvolutionNumber,
  readEvolutionPairing,
  readEvolutionSend,
  saysClosed,
  stateIn,
} from './response.rules.js';

/** A token is made once per event and lives ten minutes, while an event is sent again for twenty and more. */
const RETRY_LEEWAY_SECONDS = 1800;

/** Evolution API: an instance is a device; a missing acknowledgement is normal, since it skips some. */
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

  async send(device, message, signal) {
    const body = { number: message.phone.reveal(), text: message.text.reveal(), linkPreview: false };
    const request = jsonRequest(urlOf(device, 'message/sendText'), headersFor(device), body);
    const answer = await device.http.call(request, signal);
    const outcome = outcomeOf(answer, device, readEvolutionSend);
    if (answer.kind !== 'answer' || !saysClosed(answer)) return outcome;
    const state = await askState(device, signal);
    const isClosed = state.kind === 'answer' && stateIn(state) === 'close';
    return isClosed ? refusedHere('the phone is not connected', 'unreachable') : outcome;
  },

  async checkNumber(device, phone, signal) {
    const url = urlOf(device, 'chat/whatsappNumbers');
    const request = jsonRequest(url, headersFor(device), { numbers: [phone.reveal()] });
    const answer = await device.http.call(request, signal);
    return answer.kind === 'answer' ? readEvolutionCheck(answer) : 'unknown';
  },

  async health(device, signal) {
    return healthOf(await askState(device, signal), device, readEvolutionHealth);
  },

  async ownNumber(device, signal) {
    const name = encodeURIComponent(device.settings['instance'] ?? '');
    const url = `${device.baseUrl}/instance/fetchInstances?instanceName=${name}`;
    const answer = await device.http.call(getRequest(url, headersFor(device)), signal);
    return answer.kind === 'answer' ? readEvolutionNumber(answer) : undefined;
  },

  async missingEvent(device, signal) {
    const request = getRequest(urlOf(device, 'webhook/find'), headersFor(device));
    const answer = await device.http.call(request, signal);
    return answer.kind === 'answer' ? readEvolutionMissing(answer) : undefined;
  },

  /** Has an instance that is closed connect first, which takes the gateway two seconds. */
  async pairing(device, signal) {
    const request = pairingRequest(urlOf(device, 'instance/connect'), headersFor(device));
    return pairingOf(await device.http.call(request, signal), device, readEvolutionPairing);
  },

  /** Its token proves the caller, not the body. */
  async verifyCallback({ headers, receivedAt }, { secrets, acceptsUnsigned }) {
    if (headers.authorization === undefined) return acceptsUnsigned;
    const token = bearerOf(headers.authorization);
    if (token === null) return false;
    const proofs = await Promise.all(secrets.map((secret) => isTokenOf(secret, token, receivedAt)));
    return proofs.includes(true);
  },

  parseCallback({ rawBody }, device) {
    return readEvolutionCallback(rawBody, device);
  },
} satisfies GatewayDriver;

function askState(device: DeviceAccess, signal: AbortSignal): Promise<GatewayResponse> {
  const request = getRequest(urlOf(device, 'instance/connectionState'), headersFor(device));
  return device.http.call(request, signal);
}

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

/** `path` followed by the device's instance. */
function urlOf({ baseUrl, settings }: DeviceAccess, path: string): string {
  return `${baseUrl}/${path}/${encodeURIComponent(settings['instance'] ?? '')}`;
}

function headersFor({ token }: DeviceAccess): Record<string, string> {
  return { apikey: token.reveal() };
}
