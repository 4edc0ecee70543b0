import { Injectable } from '@nestjs/common';
import type { Phone } from '../../../common/text/phone.rules.js';
import type {
  CallbackDevice,
  CallbackKeys,
  CallbackNews,
  CallbackRequest,
  DeviceAccess,
  DriverInfo,
  DriverOutcome,
  GatewayDriver,
  Health,
  NumberCheck,
  OutgoingMessage,
  Pairing,
} from '../../driver.js';
import { type GatewayAnswer, GatewayHttp } from '../../gateway-http.js';
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

const INFO: DriverInfo = {
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
  capabilities: {
    lookup: false,
    checkNumber: true,
    pairing: true,
    copyCode: false,
    ownText: false,
    signedCallbacks: true,
    reportsDelivery: true,
  },
};

/** go-whatsapp-web-multidevice: one server, several devices, named in a header. */
@Injectable()
export class GowaDriver implements GatewayDriver {
  readonly info = INFO;

  constructor(private readonly http: GatewayHttp) {}

  async send(device: DeviceAccess, message: OutgoingMessage, signal: AbortSignal): Promise<DriverOutcome> {
    const { phone, text } = message;
    const body = { phone: phone.reveal(), message: text.reveal() };
    const request = jsonRequest(`${device.baseUrl}/send/message`, headersFor(device), body);
    const answer = await this.http.call(request, signal);
    const outcome = outcomeOf(answer, device, readGowaSend);
    if (answer.kind !== 'answer' || !saysNoNumber(answer)) return outcome;
    const isAbsent = (await this.checkNumber(device, phone, signal)) === 'unregistered';
    return isAbsent ? NOT_ON_WHATSAPP : outcome;
  }

  async checkNumber(device: DeviceAccess, phone: Phone, signal: AbortSignal): Promise<NumberCheck> {
    const answer = await this.get(device, signal, `/user/check?phone=${phone.reveal()}`);
    return answer.kind === 'answer' ? readGowaCheck(answer) : 'unknown';
  }

  /** There is no event of the device's state: this is all that tells. It goes by the header, which takes a JID as well. */
  async health(device: DeviceAccess, signal: AbortSignal): Promise<Health> {
    return healthOf(await this.get(device, signal, '/app/status'), device, readGowaHealth);
  }

  /** Each call begins a login, whose QR code replaces the one before. */
  async pairing(device: DeviceAccess, signal: AbortSignal): Promise<Pairing> {
    const health = await this.health(device, signal);
    if (health.verdict !== 'disconnected' || health.fault) return pairingAt(health);
    const login = await this.get(device, signal, '/app/login');
    const link = login.kind === 'answer' ? qrLinkIn(login) : undefined;
    if (!link) return pairingOf(login, device, readNoLogin);
    const request = pictureRequest(`${device.baseUrl}${link.path}`, headersFor(device));
    const picture = await this.http.call(request, signal);
    return pairingOf(picture, device, (answer) => readPicture(answer, link.expiresSeconds));
  }

  verifyCallback(request: CallbackRequest, keys: CallbackKeys): boolean {
    return isHubSigned(request, keys);
  }

  parseCallback({ rawBody }: CallbackRequest, device: CallbackDevice): CallbackNews {
    return readGowaNews(rawBody, device);
  }

  private get(device: DeviceAccess, signal: AbortSignal, path: string): Promise<GatewayAnswer> {
    return this.http.call(getRequest(`${device.baseUrl}${path}`, headersFor(device)), signal);
  }
}

function headersFor({ token, settings }: DeviceAccess): Record<string, string> {
  return {
    authorization: `Basic ${Buffer.from(token.reveal()).toString('base64')}`,
    'x-device-id': settings['device_id'] ?? '',
  };
}
