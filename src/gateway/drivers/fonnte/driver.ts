import { capableOf, type DeviceAccess, type GatewayDriver } from '../../driver.js';
import { healthOf, outcomeOf } from '../reading.js';
import { formRequest } from '../requests.js';
import { isAtItsAddress } from '../signature.rules.js';
import { statusSettings } from '../status-map.rules.js';
import { readFonnteHealth, readFonnteSend } from './answer.rules.js';
import { readFonnteNews } from './event.rules.js';

/** Fonnte, a queue in front of one phone: the token is the device. Every answer has HTTP status 200. */
export const fonnteDriver = {
  info: {
    title: 'Fonnte',
    experimental: true,
    account: 'personal',
    probeFloorSeconds: 30,
    token: 'Token device di Fonnte, bukan token akun',
    settings: statusSettings({ delivered: 'delivered,read', failed: 'invalid,failed,expired', sent: 'sent' }),
    // Some of its reports carry an id of their own, which nothing here can match: silence tells nothing.
    capabilities: capableOf(),
  },

  async send(device, message, signal) {
    const fields = {
      target: message.phone.reveal(),
      message: message.text.reveal(),
      // The number is whole already.
      countryCode: '0',
      // A code must not wait in a queue for a phone to come back.
      connectOnly: 'true',
    };
    const request = formRequest(`${device.baseUrl}/send`, headersFor(device), fields);
    return outcomeOf(await device.http.call(request, signal), device, readFonnteSend);
  },

  async health(device, signal) {
    const request = formRequest(`${device.baseUrl}/device`, headersFor(device), {});
    return healthOf(await device.http.call(request, signal), device, readFonnteHealth);
  },

  verifyCallback: isAtItsAddress,

  parseCallback({ rawBody }, device) {
    return readFonnteNews(rawBody, device);
  },
} satisfies GatewayDriver;

function headersFor({ token }: DeviceAccess): Record<string, string> {
  return { authorization: token.reveal() };
}
