import { Injectable } from '@nestjs/common';
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
  OutgoingMessage,
} from '../../driver.js';
import { GatewayHttp } from '../../gateway-http.js';
import { healthOf, outcomeOf } from '../reading.js';
import { formRequest } from '../requests.js';
import { isAtItsAddress } from '../signature.rules.js';
import { statusSettings } from '../status-map.rules.js';
import { readFonnteHealth, readFonnteSend } from './answer.rules.js';
import { readFonnteNews } from './event.rules.js';

const INFO: DriverInfo = {
  title: 'Fonnte',
  experimental: true,
  account: 'personal',
  probeFloorSeconds: 30,
  token: 'Token device di Fonnte, bukan token akun',
  settings: statusSettings({ delivered: 'delivered,read', failed: 'invalid,failed,expired', sent: 'sent' }),
  capabilities: {
    lookup: false,
    checkNumber: false,
    pairing: false,
    copyCode: false,
    ownText: false,
    signedCallbacks: false,
    // Some of its reports carry an id of their own, which nothing here can match: silence tells nothing.
    reportsDelivery: false,
  },
};

/** Fonnte, a queue in front of one phone: the token is the device. Every answer has HTTP status 200. */
@Injectable()
export class FonnteDriver implements GatewayDriver {
  readonly info = INFO;

  constructor(private readonly http: GatewayHttp) {}

  async send(device: DeviceAccess, message: OutgoingMessage, signal: AbortSignal): Promise<DriverOutcome> {
    const fields = {
      target: message.phone.reveal(),
      message: message.text.reveal(),
      // The number is whole already.
      countryCode: '0',
      // A code must not wait in a queue for a phone to come back.
      connectOnly: 'true',
    };
    const request = formRequest(`${device.baseUrl}/send`, headersFor(device), fields);
    return outcomeOf(await this.http.call(request, signal), device, readFonnteSend);
  }

  async health(device: DeviceAccess, signal: AbortSignal): Promise<Health> {
    const request = formRequest(`${device.baseUrl}/device`, headersFor(device), {});
    return healthOf(await this.http.call(request, signal), device, readFonnteHealth);
  }

  verifyCallback(request: CallbackRequest, keys: CallbackKeys): boolean {
    return isAtItsAddress(request, keys);
  }

  parseCallback({ rawBody }: CallbackRequest, device: CallbackDevice): CallbackNews {
    return readFonnteNews(rawBody, device);
  }
}

function headersFor({ token }: DeviceAccess): Record<string, string> {
  return { authorization: token.reveal() };
}
