import type { DeviceAccess, GatewayDriver } from '../../driver.js';
import { capableOf, type SettingSpec } from '../../driver-info.js';
import { hasUrlKey } from '../callbacks.rules.js';
import { getRequest, healthOf, outcomeOf, refusedHere } from '../responses.js';
import { readReportMap, readSmsReport } from './callback.rules.js';
import { faultBy, MemberFault } from './members.rules.js';
import { messageValues, readRequestTemplate, requestOf, tokenValues } from './request.rules.js';
import { readHealthCheck, readResponseMap, readSmsHealth, readSmsSend } from './response.rules.js';

const objectSetting = (
  name: string,
  description: string,
  example: object,
  read: (text: string) => unknown,
): SettingSpec => ({
  name,
  description,
  example: JSON.stringify(example),
  pattern: /^\{[\s\S]*\}$/,
  faultOf: faultBy(read),
});

/** Any SMS gateway with an HTTP interface, described by its settings (docs/sms.md). */
export const httpSmsDriver = {
  info: {
    title: 'SMS lewat HTTP',
    experimental: false,
    channel: 'sms',
    account: 'none',
    probeFloorSeconds: 60,
    token: 'Kunci gateway: satu teks ({{token}}), atau user:password ({{user}}, {{password}}, {{basic}})',
    settings: [
      objectSetting(
        'request',
        'Permintaan yang mengirim SMS',
        { path: '/send', json: { to: '{{phone}}', text: '{{text}}' } },
        readRequestTemplate,
      ),
      objectSetting(
        'response',
        'Arti respons gateway',
        { accepted: { status: 200 }, id: 'id', refused: { json: { ok: false } } },
        readResponseMap,
      ),
      {
        ...objectSetting(
          'report',
          'Cara membaca laporan pengiriman; {}: gateway tidak melapor',
          { id: 'id', status: 'status', delivered: 'delivered', failed: 'failed' },
          readReportMap,
        ),
        default: '{}',
      },
      {
        ...objectSetting(
          'health',
          'Permintaan yang memeriksa gateway; {}: respons apa pun di base_url sudah cukup',
          { path: '/balance', connected: { json: { ok: true } }, unusable: { status: 401 } },
          readHealthCheck,
        ),
        default: '{}',
      },
    ],
    takesForms: true,
    reportsByGet: true,
    capabilities: capableOf('reportsDelivery'),
  },

  async send(device, message, signal) {
    const read = settingsIn(device);
    if (read instanceof MemberFault) return refusedHere(`settings: ${read.message}`, 'unusable');
    const { template, map } = read;
    const sent = requestOf(device.baseUrl, template, messageValues(device, message));
    const outcome = outcomeOf(
      await device.http.call(sent, signal),
      device,
      readSmsSend(map, message.reference),
    );
    // If our reference is the gateway's id too, reports find the message by it.
    return outcome.kind === 'unknown' && map.id === undefined
      ? { ...outcome, id: message.reference }
      : outcome;
  },

  async health(device, signal) {
    const check = readHealthCheck(device.settings['health'] ?? '{}');
    const { baseUrl, http } = device;
    const request = check
      ? requestOf(baseUrl, { method: 'GET', ...check }, tokenValues(device))
      : getRequest(`${baseUrl}/`, {});
    return healthOf(await http.call(request, signal), device, readSmsHealth(check));
  },

  verifyCallback: hasUrlKey,

  parseCallback(callback, { settings }) {
    const map = readReportMap(settings['report'] ?? '{}');
    return { statuses: map ? readSmsReport(map, callback) : [] };
  },

  answerTo({ settings }) {
    return readReportMap(settings['report'] ?? '{}')?.answer;
  },
} satisfies GatewayDriver;

/** Returns a fault instead of throwing: settings stored by another version may be wrong for this one. */
function settingsIn({ settings }: DeviceAccess) {
  try {
    return {
      template: readRequestTemplate(settings['request'] ?? ''),
      map: readResponseMap(settings['response'] ?? ''),
    };
  } catch (error) {
    if (error instanceof MemberFault) return error;
    throw error;
  }
}
