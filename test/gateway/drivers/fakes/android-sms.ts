import { createHmac } from 'node:crypto';
import { type Desk, type FakeCallback, jsonIn, openDesk, type Reply } from './fake.js';

export const ANDROID_SMS = {
  token: 'sms:the-app-password',
  secret: 'android-signing-key',
  settings: {},
};

export interface FakeAndroidSms extends Desk {
  /** The names of the list that this version knows. */
  paths: string[];
  /** By message id. */
  readonly states: Map<string, { state: string; error?: string }>;
}

const message = (status: number, text: string): Reply => ({ status, body: { message: text } });

const MEMBERS = [
  'id',
  'textMessage',
  'phoneNumbers',
  'withDeliveryReport',
  'priority',
  'ttl',
  'deviceId',
  'simNumber',
];

/** What the published document and the source of the app refuse in a message. */
function faultIn(body: Record<string, unknown>): string | undefined {
  const { id, textMessage, phoneNumbers, ttl, simNumber, priority } = body;
  const unknown = Object.keys(body).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `unknown ${unknown}`;
  if (typeof id !== 'string' || id.length > 36) return 'ID is too long';
  const text = (textMessage as { text?: unknown } | undefined)?.text;
  if (typeof text !== 'string' || text === '') return 'Text message is empty';
  const phones = phoneNumbers as unknown[];
  if (!Array.isArray(phones) || phones.length !== 1 || !/^\+\d{10,15}$/.test(String(phones[0])))
    return 'failed to parse phone';
  if (ttl !== undefined && !(Number.isInteger(ttl) && Number(ttl) >= 5)) return 'message already expired';
  if (simNumber !== undefined && ![1, 2, 3].includes(Number(simNumber)))
    return 'SIM number cannot be less than 1';
  return Number(priority) >= -128 && Number(priority) <= 127 ? undefined : 'priority';
}

/** The app's own server, or the cloud's, with one phone. */
export async function startAndroidSms(server: 'local' | 'cloud' = 'local'): Promise<FakeAndroidSms> {
  const paths =
    server === 'local' ? ['/message', '/messages'] : ['/3rdparty/v1/messages', '/3rdparty/v1/message'];
  const states = new Map<string, { state: string; error?: string }>();
  const desk = await openDesk((request, { isConnected, absent }, take) => {
    const basic = `Basic ${Buffer.from(ANDROID_SMS.token).toString('base64')}`;
    if (!isConnected || request.headers.authorization !== basic) return { status: 401, body: '' };
    const path = fake.paths.find((one) => request.path === one || request.path.startsWith(`${one}/`));
    if (path === undefined)
      return request.path === '/' || request.path === '/3rdparty/v1/devices'
        ? { status: 200, body: server === 'local' ? { status: 'ok', model: 'Pixel' } : [{ id: 'PHONE-1' }] }
        : { status: 404, body: '' };
    if (request.method === 'GET') {
      const id = decodeURIComponent(request.path.slice(path.length + 1));
      const known = states.get(id);
      return known ? { status: 200, body: viewOf(id, known) } : message(404, 'message not found');
    }
    const body = jsonIn(request);
    const fault = faultIn(body);
    if (fault !== undefined) return message(400, fault);
    const { id, textMessage, phoneNumbers } = body as {
      id: string;
      textMessage: { text: string };
      phoneNumbers: [string];
    };
    if (states.has(id)) return message(409, 'Message with such ID already exists');
    const to = phoneNumbers[0].slice(1);
    if (absent.has(to)) return message(400, `failed to parse phone ${to}`);
    const pending = { state: 'Pending' };
    return take({ id, to, text: textMessage.text }, { status: 202, body: viewOf(id, pending) }).then(
      (reply) => {
        if (desk.taken.some((one) => one.id === id)) states.set(id, pending);
        return reply;
      },
    );
  });
  const fake: FakeAndroidSms = Object.assign(desk, { paths, states });
  return fake;
}

const viewOf = (id: string, { state, error }: { state: string; error?: string }) => ({
  id,
  deviceId: 'PHONE-1',
  state,
  isHashed: false,
  isEncrypted: false,
  recipients: [{ phoneNumber: '+6281234567890', state, error: error ?? null }],
  states: { Pending: '2026-01-01T00:00:00.000+07:00' },
});

/** An event as the app sends it, signed. */
export function event(name: string, id: string, now: Date, rest: object = {}): FakeCallback {
  const body = JSON.stringify({
    id: 'Ey6ECgOkVVFjz3CL48B8C',
    webhookId: 'sandi-delivered',
    deviceId: 'PHONE-1',
    event: name,
    payload: {
      messageId: id,
      phoneNumber: '+6281234567890',
      recipient: '+6281234567890',
      simNumber: 1,
      ...rest,
    },
  });
  return signedEvent(body, now);
}

export function signedEvent(body: string, now: Date, secret = ANDROID_SMS.secret): FakeCallback {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', secret)
    .update(body + timestamp)
    .digest('hex');
  return { headers: { 'x-timestamp': timestamp, 'x-signature': signature }, body };
}
