import { createHmac } from 'node:crypto';
import { WAHA_2024_10_8 } from '../recorded/waha.js';
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

export const WAHA = {
  token: 'waha-plain-api-key',
  secret: 'waha-test-hmac-key',
  settings: { session: 'otp-01', fixed_ids: 'off' },
};

export const ENGINES = ['documented', 'GOWS', 'NOWEB', 'WEBJS'] as const;
export type Engine = (typeof ENGINES)[number];

/** What each engine answers to a send, and the published document promises. */
const SENT: Readonly<Record<Engine, (id: string, to: string, text: string) => object>> = {
  documented: (id, to, body) => ({ id: serialised(id, to), timestamp: 1767225600, fromMe: true, to, body }),
  GOWS: (id, to) => ({ id: serialised(id, to), _data: {} }),
  NOWEB: (id, to, text) => ({
    key: { remoteJid: to.replace('@c.us', '@s.whatsapp.net'), fromMe: true, id },
    message: { extendedTextMessage: { text } },
    messageTimestamp: '1767225600',
    status: 'PENDING',
  }),
  WEBJS: (id, to, body) => ({
    id: { fromMe: true, remote: to, id, _serialized: serialised(id, to) },
    ack: 0,
    from: '6281100000001@c.us',
    to,
    body,
    timestamp: 1767225600,
  }),
};

const serialised = (id: string, chat: string) => `true_${chat}_${id}`;

/** An exception of an engine, as the gateway hands it on. */
export const exception = (message: string): Reply => ({
  status: 500,
  body: {
    statusCode: 500,
    timestamp: '2026-01-01T00:00:00.000Z',
    path: '/api/sendText',
    exception: { message },
    stack: 'Error: …',
  },
});

/** The recorded answer, of this session in this state. */
export const notWorking = (status: string, expected = 'WORKING'): Reply => ({
  status: WAHA_2024_10_8.sendNotWorking.status,
  body: { ...WAHA_2024_10_8.sendNotWorking.body, session: 'otp-01', status, expected: [expected] },
});

export interface FakeWaha extends Desk {
  engine: Engine;
  /** Of the session, while it is not connected. */
  status: string;
  /** WhatsApp's lock on writing to new contacts. */
  timelock: object | null;
  /** Quota of new chats as in the session; `undefined`: a server before 2026.8.1. */
  capping?: object | null;
  /** The same when asked for it alone; `undefined`: its engine has none. */
  freshCapping?: object;
  /** Since 2026.4.3. */
  givesIds: boolean;
  /** Of the session's webhook. */
  webhookEvents: string[];
}

/** WAHA with one session, `otp-01`. */
export async function startWaha(engine: Engine = 'GOWS'): Promise<FakeWaha> {
  const webhookEvents = ['message.ack', 'session.status'];
  const state = { engine, status: 'SCAN_QR_CODE', timelock: null, givesIds: true, webhookEvents };
  const desk = await openDesk((request, { absent, isConnected }, take) => {
    const { pathname, searchParams } = new URL(request.path, 'http://fake');
    if (request.headers['x-api-key'] !== WAHA.token)
      return { status: 401, body: { message: 'Unauthorized', statusCode: 401 } };
    if (pathname === '/api/sessions/otp-01') return { status: 200, body: sessionBody(fake) };
    if (pathname === '/api/sessions/otp-01/capping' && fake.freshCapping)
      return { status: 200, body: fake.freshCapping };
    if (pathname === '/api/otp-01/new-message-id' && fake.givesIds)
      return isConnected ? { status: 200, body: { id: whatsappId() } } : notWorking(fake.status);
    if (pathname === '/api/otp-01/auth/qr') return qrCode(fake, request);
    if (pathname === '/api/contacts/check-exists') {
      if (!isConnected) return notWorking(fake.status);
      const phone = searchParams.get('phone') ?? '';
      return { status: 200, body: { numberExists: !absent.has(phone), chatId: `${phone}@c.us` } };
    }
    if (pathname !== '/api/sendText') return noRoute(request);
    const { session, chatId, text, id: fixed } = jsonIn(request) as Record<string, string>;
    if (session !== 'otp-01') return WAHA_2024_10_8.sendWithoutSession;
    // The session is waited for before anybody looks at what is to be sent.
    if (!isConnected) return notWorking(fake.status);
    if (!chatId?.endsWith('@c.us') || !text) return invalid('text must be a string');
    const to = chatId.replace('@c.us', '');
    if (absent.has(to)) return exception(`no LID found for ${to}@s.whatsapp.net from server`);
    if (fake.timelock) return exception('server returned error 463');
    // WEBJS makes its own, whatever it is given.
    const id = fixed && fake.engine !== 'WEBJS' ? fixed : whatsappId();
    return take({ id, to, text }, { status: 201, body: SENT[fake.engine](id, chatId, text) });
  });
  const fake: FakeWaha = Object.assign(desk, state);
  return fake;
}

/** WhatsApp's quota of new chats. */
export const capping = (cappingStatus: string, usedQuota: number, end: Date | null, totalQuota = 1000) => ({
  cappingStatus,
  totalQuota,
  usedQuota,
  cycleStart: 1_782_874_800,
  cycleEnd: end && Math.floor(end.getTime() / 1000),
  mvStatus: 'NOT_ELIGIBLE',
  oteStatus: null,
});

const noRoute = ({ method, path }: FakeRequest): Reply => ({
  status: 404,
  body: { statusCode: 404, message: `Cannot ${method} ${path}`, error: 'Not Found' },
});

export const invalid = (message: string): Reply => ({
  status: 400,
  body: { statusCode: 400, message: [message], error: 'Bad Request' },
});

const sessionBody = ({
  isConnected,
  status,
  timelock,
  webhookEvents: events,
  capping: messageCapping,
}: FakeWaha) => ({
  name: 'otp-01',
  config: { webhooks: [{ url: 'https://otp.example/cb', events }] },
  status: isConnected ? 'WORKING' : status,
  me: { id: '6281100000001@c.us', pushName: 'OTP 01', reachoutTimelock: timelock, messageCapping },
  engine: { engine: 'GOWS' },
});

/** Whoever does not ask for JSON gets the picture itself. */
function qrCode({ isConnected, status }: FakeWaha, { headers }: FakeRequest): Reply {
  const state = isConnected ? 'WORKING' : status;
  if (state !== 'SCAN_QR_CODE') return notWorking(state, 'SCAN_QR_CODE');
  const isJson = headers.accept === 'application/json';
  return {
    status: 200,
    body: isJson ? { mimetype: 'image/png', data: QR_PNG.toString('base64') } : QR_PNG,
  };
}

let serial = 0;

/** An event as WAHA sends it, signed. */
export function event(name: string, payload: object, at: Date, rest: object = {}): FakeCallback {
  const body = JSON.stringify({
    id: `evt_${String(++serial).padStart(26, '0')}`,
    timestamp: at.getTime(),
    event: name,
    session: 'otp-01',
    engine: 'GOWS',
    metadata: {},
    payload,
    environment: { version: '2026.7.1', engine: 'GOWS', tier: 'CORE', browser: null, platform: 'linux/x64' },
    ...rest,
  });
  return { headers: { 'x-webhook-hmac': hmac(body), 'x-webhook-hmac-algorithm': 'sha512' }, body };
}

const LEVELS: Readonly<Record<string, number>> = {
  ERROR: -1,
  PENDING: 0,
  SERVER: 1,
  DEVICE: 2,
  READ: 3,
  PLAYED: 4,
};

/** A step of a message; the chat goes by a hidden id. */
export const ack = (id: string, ackName: string, at: Date, rest: object = {}, name = 'message.ack') =>
  event(name, ackPayload(id, ackName, rest), at);

export const ackPayload = (id: string, ackName: string, rest: object = {}) => ({
  id: serialised(id, '1000000000001@lid'),
  from: '1000000000001@lid',
  to: '6281100000001@c.us',
  participant: null,
  fromMe: true,
  ack: LEVELS[ackName],
  ackName,
  ...rest,
});

export const sessionStatus = (status: string, at: Date, rest: object = {}) =>
  event('session.status', { name: 'otp-01', status, statuses: [], ...rest }, at);

export const hmac = (body: string, secret = WAHA.secret) =>
  createHmac('sha512', secret).update(body).digest('hex');
