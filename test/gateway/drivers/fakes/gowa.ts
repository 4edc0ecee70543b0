import { createHmac } from 'node:crypto';
import {
  type Desk,
  type FakeCallback,
  type FakeRequest,
  jsonIn,
  openDesk,
  QR_PNG,
  type Reply,
  whatsappId,
} from './fake.js';

export const GOWA = {
  token: 'otp:basic-auth-password',
  secret: 'gowa-test-secret',
  settings: { device_id: 'otp-01' },
};

const QR_PATH = '/statics/qrcode/scan-qr-b0b7bb43-9a22-455a-814f-5a225c743310.png';

/** Of a login by passkey; nobody but the gateway's page may see them. */
export const GOWA_CHALLENGE = 'aW52ZW50ZWQtY2hhbGxlbmdl';
const GOWA_CODE = 'ABCD-EFGH';

const JID = '6281100000001@s.whatsapp.net';
const reply = (status: number, code: string, message: string, results: unknown = null): Reply => ({
  status,
  body: { code, message, results },
});

export interface FakeGowa extends Desk {
  /** WhatsApp's error 463. */
  isRestricted: boolean;
  /** State of a login by passkey; null: a server that does not know them. */
  passkey: string | null;
  /** Its look-up of numbers fails, which it does not tell from a number that is not there. */
  hasBrokenLookup: boolean;
  /** Of the device's webhook; empty: all. */
  webhookEvents: string;
}

/** GOWA with one device, `otp-01`. */
export async function startGowa(): Promise<FakeGowa> {
  const state = {
    isRestricted: false,
    hasBrokenLookup: false,
    webhookEvents: 'message.ack',
    passkey: 'none',
  };
  const desk = await openDesk((request, { absent, isConnected, url: address }, take) => {
    const url = new URL(request.path, 'http://fake');
    if (url.pathname === QR_PATH) return { status: 200, body: QR_PNG };
    if (request.headers.authorization !== `Basic ${Buffer.from(GOWA.token).toString('base64')}`)
      return { status: 401, body: 'Unauthorized' };
    if (url.pathname.endsWith('/webhook'))
      return request.method === 'GET'
        ? reply(200, 'SUCCESS', 'Device webhook', { webhook_events: fake.webhookEvents })
        : setWebhook(request);
    const standing = { device_id: 'otp-01', is_connected: isConnected, is_logged_in: isConnected };
    // By the path it knows the registered id alone, and breaks over any other.
    if (url.pathname.startsWith('/devices/'))
      return url.pathname === '/devices/otp-01/status'
        ? reply(200, 'SUCCESS', 'Device status', standing)
        : reply(500, 'INTERNAL_SERVER_ERROR', 'device not found');
    if (![GOWA.settings.device_id, JID].includes(String(request.headers['x-device-id'])))
      return reply(404, 'DEVICE_NOT_FOUND', 'device not found');
    if (url.pathname === '/app/status')
      return reply(200, 'SUCCESS', 'Connection status retrieved', { ...standing, jid: JID });
    if (url.pathname === '/app/passkey') return passkeyState(fake.passkey);
    if (url.pathname === '/app/login')
      return isConnected
        ? reply(400, 'ALREADY_LOGGED_IN', 'You already logged in :)')
        : reply(200, 'SUCCESS', 'Login success', { qr_duration: 30, qr_link: address + QR_PATH });
    if (!isConnected) return reply(401, 'AUTHENTICATION_ERROR', 'you are not logged in');
    if (url.pathname === '/user/check') {
      if (fake.hasBrokenLookup) return reply(500, 'INTERNAL_SERVER_ERROR', 'info query timed out');
      const isThere = !absent.has(url.searchParams.get('phone') ?? '');
      return reply(200, 'SUCCESS', 'Success check user', { is_on_whatsapp: isThere });
    }
    const { phone: to, message: text } = jsonIn(request) as { phone: string; message: string };
    if (to.startsWith('0') || text === '') return reply(400, 'VALIDATION_ERROR', `phone ${to} is not valid`);
    if (absent.has(to) || fake.hasBrokenLookup)
      return reply(400, 'INVALID_JID', `phone ${to} is not on whatsapp`);
    if (fake.isRestricted)
      return reply(429, 'WA_REACHOUT_TIMELOCK', 'the account may not message new contacts');
    const id = whatsappId();
    const status = `Message sent to ${to}@s.whatsapp.net (server timestamp: 2026-01-01 00:00:01 +0000 UTC)`;
    return take({ id, to, text }, reply(200, 'SUCCESS', status, { message_id: id, status }));
  });
  const fake: FakeGowa = Object.assign(desk, state);
  return fake;
}

const passkeyState = (status: string | null): Reply =>
  status === null
    ? { status: 404, body: 'Cannot GET /app/passkey' }
    : reply(200, 'SUCCESS', 'Passkey pairing status', {
        device_id: 'otp-01',
        status,
        challenge:
          status === 'awaiting_response' ? { challenge: GOWA_CHALLENGE, rpId: 'whatsapp.com' } : null,
        code: status === 'awaiting_confirmation' ? GOWA_CODE : '',
        skip_handoff_ux: false,
      });

/** It reads each member into a field of its type, and refuses the whole where one does not fit. */
function setWebhook(request: FakeRequest): Reply {
  const { webhook_url: url, webhook_secret: secret, webhook_events: events } = jsonIn(request);
  const areTexts = [url, secret ?? '', events ?? ''].every((member) => typeof member === 'string');
  return areTexts
    ? reply(200, 'SUCCESS', 'Device webhook updated', { device_id: 'otp-01' })
    : reply(400, 'BAD_REQUEST', 'Invalid request body');
}

/** A receipt as GOWA sends it, signed; the chat may go by a hidden id. */
export function receipt(ids: string[], type: string, rest: object = {}): FakeCallback {
  const body = JSON.stringify({
    device_id: JID,
    event: 'message.ack',
    payload: {
      chat_id: '1000000000001@lid',
      from: '6281234567890@s.whatsapp.net',
      from_lid: '1000000000001@lid',
      ids,
      receipt_type: type,
      receipt_type_description: 'a description',
    },
    session_id: 'otp-01',
    timestamp: '2026-01-01T00:00:05Z',
    ...rest,
  });
  return { headers: { 'x-hub-signature-256': signed(body, GOWA.secret) }, body };
}

export const signed = (body: string, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
