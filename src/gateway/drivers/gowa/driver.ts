import type { Phone } from '../../../platform/text/phone.rules.js';
import { capableOf, type DeviceAccess, type GatewayDriver, type NumberCheck } from '../../driver.js';
import type { GatewayAnswer } from '../../gateway-http.js';
import { pairingAt, pairingOf, pictureRequest, readPicture } from '../pairing.js';
import { healthOf, NOT_ON_WHATSAPP, outcomeOf } from '../reading.js';
import { getRequest, jsonRequest } from '../requests.js';
import { isHubSigned } from '../signature.rules.js';
import {
  qrLinkIn,
  readGowaCheck,
  readGowaHealth,
  readGowaSend,
  readNoLogin,
  saysNoNumber,
} from './answer.rules.js';
import { readGowaNews } from './event.rules.js';

/** go-whatsapp-web-multidevice: one server, several devices, named in a header. */
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
    capabilities: capableOf('checkNumber', 'pairing', 'signedCallbacks', 'reportsDelivery'),
  },

  async send(device, message, signal) {
    const { phone, text } = message;
    const body = { phone: phone.reveal(), message: text.reveal() };
    const request = jsonRequest(`${device.baseUrl}/send/message`, headersFor(device), body);
    const answer = await device.http.call(request, signal);
    const outcome = outcomeOf(answer, device, readGowaSend);
    if (answer.kind !== 'answer' || !saysNoNumber(answer)) return outcome;
    const isAbsent = (await checkNumber(device, phone, signal)) === 'unregistered';
    return isAbsent ? NOT_ON_WHATSAPP : outcome;
  },

  checkNumber,

  /** There is no event of the device's state: this is all that tells. It goes by the header, which takes a JID as well. */
  async health(device, signal) {
    return healthOf(await get(device, signal, '/app/status'), device, readGowaHealth);
  },

  /** Each call begins a login, whose QR code replaces the one before. */
  async pairing(device, signal) {
    const health = await this.health(device, signal);
    if (health.verdict !== 'disconnected' || health.fault) return pairingAt(health);
    const login = await get(device, signal, '/app/login');
    const link = login.kind === 'answer' ? qrLinkIn(login) : undefined;
    if (!link) return pairingOf(login, device, readNoLogin);
    const request = pictureRequest(`${device.baseUrl}${link.path}`, headersFor(device));
    const picture = await device.http.call(request, signal);
    return pairingOf(picture, device, (answer) => readPicture(answer, link.expiresSeconds));
  },

  verifyCallback: isHubSigned,

  parseCallback({ rawBody }, device) {
    return readGowaNews(rawBody, device);
  },
} satisfies GatewayDriver;

async function checkNumber(device: DeviceAccess, phone: Phone, signal: AbortSignal): Promise<NumberCheck> {
  const answer = await get(device, signal, `/user/check?phone=${phone.reveal()}`);
  return answer.kind === 'answer' ? readGowaCheck(answer) : 'unknown';
}

function get(device: DeviceAccess, signal: AbortSignal, path: string): Promise<GatewayAnswer> {
  return device.http.call(getRequest(`${device.baseUrl}${path}`, headersFor(device)), signal);
}

function headersFor({ token, settings }: DeviceAccess): Record<string, string> {
  return {
    authorization: `Basic ${Buffer.from(token.reveal()).toString('base64')}`,
    'x-device-id': settings['device_id'] ?? '',
  };
}
