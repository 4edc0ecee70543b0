import { capableOf, type GatewayDriver } from '../../driver.js';
import { healthOf, outcomeOf } from '../reading.js';
import { formRequest, getRequest } from '../requests.js';
import { isAtItsAddress } from '../signature.rules.js';
import { statusSettings } from '../status-map.rules.js';
import { readWablasHealth, readWablasSend } from './answer.rules.js';
import { readWablasNews } from './event.rules.js';

/** Wablas, a queue in front of one phone, on a server of the account's own name. */
export const wablasDriver = {
  info: {
    title: 'Wablas',
    experimental: true,
    account: 'personal',
    probeFloorSeconds: 30,
    token: 'Token dan secret key device, ditulis token.secret_key',
    // Users of it contradict each other about which of `sent` and `delivered` is the second tick: neither counts as it.
    settings: statusSettings({
      delivered: 'received,read',
      failed: 'cancel,reject,rejected',
      sent: 'sent,delivered',
    }),
    emptyAnswer: true,
    capabilities: capableOf('reportsDelivery'),
  },

  async send(device, message, signal) {
    const fields = {
      phone: message.phone.reveal(),
      message: message.text.reveal(),
      flag: 'instant',
      ref_id: message.reference,
    };
    const headers = { authorization: device.token.reveal() };
    const request = formRequest(`${device.baseUrl}/api/send-message`, headers, fields);
    return outcomeOf(await device.http.call(request, signal), device, (answer) =>
      readWablasSend(answer, device),
    );
  },

  /** This one takes the token in the address, without the secret key. */
  async health(device, signal) {
    const [token = ''] = device.token.reveal().split('.');
    const url = `${device.baseUrl}/api/device/info?token=${encodeURIComponent(token)}`;
    return healthOf(await device.http.call(getRequest(url, {}), signal), device, readWablasHealth);
  },

  verifyCallback: isAtItsAddress,

  parseCallback({ rawBody }, device) {
    return readWablasNews(rawBody, device);
  },
} satisfies GatewayDriver;
