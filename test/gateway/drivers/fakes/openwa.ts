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

const SESSION = '3f6c1f0e-5d0a-4c57-9a59-0c1d6a7f2b11';

export const OPENWA = {
  token: 'owa_k1_invented-operator-key',
  secret: 'openwa-test-secret',
  settings: { session: SESSION },
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
};

/** An error in OpenWA's form. */
export const openwaError = (statusCode: number, message: string | string[], rest: object = {}): Reply => ({
  status: statusCode,
  body: { statusCode, message, error: TITLES[statusCode] ?? 'Internal Server Error', ...rest },
});

export const NOT_READY = openwaError(409, 'WhatsApp client is not ready');
export const NOT_STARTED = openwaError(400, `Session '${SESSION}' is not active. Start the session first.`);
export const paced = (message: string, retryAfterSeconds?: number): Reply =>
  openwaError(429, message, { code: 'SEND_PACING_LIMITED', retryAfterSeconds });

const EVENTS: readonly unknown[] = [
  'message.received',
  'message.sent',
  'message.ack',
  'message.failed',
  'session.status',
  'session.qr',
  'session.restriction',
];

/** The members of a body that its published document names, and what each must be. */
type Shape = Readonly<Record<string, (value: unknown) => boolean>>;
const isText = (value: unknown) => typeof value === 'string' && value !== '';
const SEND_TEXT: Shape = {
  chatId: isText,
  text: (value) => isText(value) && String(value).length <= 4096,
  mentions: Array.isArray,
  linkPreview: (value) => typeof value === 'boolean',
  quotedMessageId: isText,
};
const WEBHOOK: Shape = {
  url: (value) => isText(value) && URL.canParse(String(value)),
  events: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => EVENTS.includes(one)),
  secret: (value) => isText(value) && String(value).length <= 255,
  headers: (value) => typeof value === 'object',
  retryCount: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 5,
};

/** What its validation says: each unknown member is a fault. */
function faultsIn(body: Record<string, unknown>, shape: Shape, required: string[]): string[] {
  return [
    ...Object.keys(body)
      .filter((name) => !(name in shape))
      .map((name) => `property ${name} should not exist`),
    ...Object.entries(shape)
      .filter(([name, isValid]) => (name in body ? !isValid(body[name]) : required.includes(name)))
      .map(([name]) => `${name} must be valid`),
  ];
}

export interface FakeOpenwa extends Desk {
  /** Of the session, while it is not connected. */
  state: string;
  restriction: object | null;
  engine: 'baileys' | 'whatsapp-web.js';
  webhooks: { active: boolean; events: string[] }[];
}

/** OpenWA with one session. */
export async function startOpenwa(engine: FakeOpenwa['engine'] = 'baileys'): Promise<FakeOpenwa> {
  const webhooks = [{ active: true, events: ['message.ack', 'session.status'] }];
  const state = { state: 'qr_ready', restriction: null, engine, webhooks };
  const desk = await openDesk((request, { absent, isConnected }, take) => {
    if (request.headers['x-api-key'] !== OPENWA.token) return openwaError(401, 'Invalid API key');
    const [, api, sessions, session, ...rest] = request.path.split('/');
    const route = `${request.method} ${rest.join('/')}`;
    if (api !== 'api' || sessions !== 'sessions') return noRoute(request);
    if (session !== SESSION) return openwaError(404, `Session '${session}' not found`);
    if (route === 'GET ') return { status: 200, body: sessionBody(fake) };
    if (route === 'GET qr') return qrCode(fake);
    if (route === 'POST webhooks') return addWebhook(request);
    if (route === 'GET webhooks') return { status: 200, body: fake.webhooks };
    if (route.startsWith('GET contacts/check/')) {
      const number = rest.at(-1) ?? '';
      if (!isConnected) return NOT_READY;
      const exists = !absent.has(number);
      return { status: 200, body: { number, exists, whatsappId: exists ? `${number}@c.us` : null } };
    }
    if (route !== 'POST messages/send-text') return noRoute(request);
    const body = jsonIn(request);
    const faults = faultsIn(body, SEND_TEXT, ['chatId', 'text']);
    if (faults.length > 0) return openwaError(400, faults);
    if (!isConnected) return fake.state === 'created' ? NOT_STARTED : NOT_READY;
    const { chatId, text } = body as { chatId: string; text: string };
    const to = chatId.replace('@c.us', '');
    if (absent.has(to)) return unresolved(chatId);
    const id = whatsappId();
    const messageId = engine === 'baileys' ? id : `true_${chatId}_${id}`;
    return take({ id, to, text }, { status: 201, body: { messageId, timestamp: 1767225600 } });
  });
  const fake: FakeOpenwa = Object.assign(desk, state);
  return fake;
}

const noRoute = ({ method, path }: FakeRequest) => openwaError(404, `Cannot ${method} ${path}`);

/** Also of a number that is there, where the session has no chat with it. */
export const unresolved = (chatId: string) =>
  openwaError(
    400,
    `WhatsApp could not resolve the recipient ${chatId}. Either the number is not on WhatsApp, or there is no chat.`,
  );

const sessionBody = ({ isConnected, state, restriction }: FakeOpenwa) => ({
  id: SESSION,
  name: 'otp-01',
  status: isConnected ? 'ready' : state,
  phone: '6281100000001',
  lastError: null,
  restriction,
  engineLoaded: true,
});

function qrCode({ isConnected, state }: FakeOpenwa): Reply {
  if (isConnected || state !== 'qr_ready') return openwaError(400, 'QR code not ready');
  return {
    status: 200,
    body: { qrCode: `data:image/png;base64,${QR_PNG.toString('base64')}`, status: 'qr_ready' },
  };
}

function addWebhook(request: FakeRequest): Reply {
  const faults = faultsIn(jsonIn(request), WEBHOOK, ['url']);
  return faults.length > 0 ? openwaError(400, faults) : { status: 201, body: { id: 'webhook-1' } };
}

/** An event as OpenWA sends it, signed. */
export function openwaEvent(event: string, data: object, at: Date, rest: object = {}): FakeCallback {
  const body = JSON.stringify({
    event,
    timestamp: at.toISOString(),
    sessionId: SESSION,
    idempotencyKey: `evt_${SESSION}`,
    deliveryId: 'dlv_00000000-0000-4000-8000-000000000001',
    data,
    ...rest,
  });
  return { headers: { 'x-openwa-event': event, 'x-openwa-signature': openwaSignature(body) }, body };
}

export const openwaSignature = (body: string, secret = OPENWA.secret) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** A step of a message, by its id. */
export const openwaAck = (messageId: string, status: string, at: Date, rest: object = {}) =>
  openwaEvent('message.ack', { id: messageId, messageId, status, ack: 2, ...rest }, at);

export const openwaStatus = (status: string, at: Date) =>
  openwaEvent('session.status', { sessionId: SESSION, status }, at);
