import { isAuthentic, isSigned } from '../../../platform/security/standard-webhook.rules.js';
import { capableOf, type DeviceAccess, type GatewayDriver } from '../../driver.js';
import { healthOf, outcomeOf, safeWords } from '../reading.js';
import { getRequest, jsonRequest } from '../requests.js';
import { readHttpHealth, readHttpSend, readLookup } from './answer.rules.js';
import { readEvents } from './event.rules.js';

/** Our native protocol (docs/gateways.md); its callbacks are signed as Standard Webhooks. */
export const httpDriver = {
  info: {
    title: 'Protokol native',
    experimental: false,
    account: 'none',
    token: 'Token device di gateway, dikirim sebagai Bearer',
    settings: [],
    capabilities: capableOf('lookup', 'signedCallbacks', 'reportsDelivery'),
  },

  async send(device, message, signal) {
    const { reference, phone, text } = message;
    const headers = { ...headersFor(device), 'idempotency-key': reference };
    const body = { to: phone.reveal(), text: text.reveal(), reference };
    const request = jsonRequest(`${device.baseUrl}/messages`, headers, body);
    return outcomeOf(await device.http.call(request, signal), device, readHttpSend);
  },

  async lookup(device, reference, signal) {
    const url = `${device.baseUrl}/messages/${encodeURIComponent(reference)}`;
    const answer = await device.http.call(getRequest(url, headersFor(device)), signal);
    if (answer.kind !== 'answer') return { kind: 'unknown', reason: answer.reason };
    const result = readLookup(answer);
    return result.kind === 'found' && result.error !== null
      ? { ...result, error: safeWords(result.error, device) }
      : result;
  },

  async health(device, signal) {
    const request = getRequest(`${device.baseUrl}/status`, headersFor(device));
    return healthOf(await device.http.call(request, signal), device, readHttpHealth);
  },

  verifyCallback(delivery, { secrets, acceptsUnsigned }) {
    return (
      (acceptsUnsigned && !isSigned(delivery)) ||
      isAuthentic(delivery, secrets, delivery.receivedAt, delivery.toleranceSeconds)
    );
  },

  parseCallback({ rawBody }) {
    return { statuses: readEvents(rawBody) };
  },
} satisfies GatewayDriver;

const headersFor = ({ token }: DeviceAccess) => ({ authorization: `Bearer ${token.reveal()}` });
