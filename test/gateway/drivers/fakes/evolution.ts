import { SignJWT } from 'jose';
import { EVOLUTION_2_3_7 } from '../recorded/evolution.js';
import { type Desk, type FakeCallback, jsonIn, openDesk, QR_PNG, type Reply, whatsappId } from './fake.js';

export const EVOLUTION = {
  token: 'evolution-global-apikey',
  secret: 'evolution-test-key',
  settings: { instance: 'otp-01' },
};

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
};

/** An error in Evolution's form. */
export const failure = (status: number, message: unknown): Reply => ({
  status,
  body: { status, error: TITLES[status] ?? 'Internal Server Error', response: { message } },
});

export interface FakeEvolution extends Desk {
  /** Its socket is gone, and its state has not noticed. */
  seemsOpen: boolean;
  /** Of the instance's webhook. */
  webhookEvents: string[];
}

/** Evolution with one instance, `otp-01`. */
export async function startEvolution(): Promise<FakeEvolution> {
  const desk = await openDesk((request, { absent, isConnected }, take) => {
    const { pathname, searchParams } = new URL(request.path, 'http://fake');
    const [, area = '', action, instance = searchParams.get('instanceName')] = pathname.split('/');
    if (!['instance', 'message', 'chat', 'webhook'].includes(area))
      return failure(404, [`Cannot ${request.method} ${request.path}`]);
    // The instance is looked for before the key is.
    if (instance !== EVOLUTION.settings.instance)
      return failure(404, [`The "${instance}" instance does not exist`]);
    if (request.headers['apikey'] !== EVOLUTION.token) return EVOLUTION_2_3_7.wrongKeyOfAnInstance;
    const state = isConnected || fake.seemsOpen ? 'open' : 'close';
    if (action === 'find') return { status: 200, body: { enabled: true, events: fake.webhookEvents } };
    if (action === 'fetchInstances')
      return { status: 200, body: [{ name: instance, ownerJid: '6281100000001@s.whatsapp.net' }] };
    if (action === 'connect' && !isConnected) return { status: 200, body: qrCode };
    if (area === 'instance') return { status: 200, body: { instance: { instanceName: instance, state } } };
    const found = (number: string) => ({
      jid: `${number}@s.whatsapp.net`,
      exists: !absent.has(number),
      number,
    });
    if (action === 'whatsappNumbers') {
      if (!isConnected) return EVOLUTION_2_3_7.checkWhileClosed;
      const { numbers } = jsonIn(request) as { numbers: string[] };
      return { status: 200, body: numbers.map(found) };
    }
    const { number, text } = jsonIn(request) as { number?: string; text?: string };
    if (text === '') return EVOLUTION_2_3_7.sendWithEmptyText;
    if (!number || !text) return EVOLUTION_2_3_7.sendWithoutText;
    if (!isConnected) return EVOLUTION_2_3_7.socketGone;
    if (absent.has(number)) return failure(400, [found(number)]);
    const id = whatsappId();
    return take({ id, to: number, text }, { status: 201, body: sentBody(id, number, text) });
  });
  const fake: FakeEvolution = Object.assign(desk, {
    seemsOpen: false,
    webhookEvents: ['MESSAGES_UPDATE', 'CONNECTION_UPDATE'],
  });
  return fake;
}

const qrCode = {
  pairingCode: null,
  code: '2@INVENTED',
  base64: `data:image/png;base64,${QR_PNG.toString('base64')}`,
  count: 1,
};

const sentBody = (id: string, number: string, text: string) => ({
  key: { remoteJid: `${number}@s.whatsapp.net`, fromMe: true, id },
  pushName: 'OTP 01',
  status: 'PENDING',
  message: { conversation: text },
  contextInfo: null,
  messageType: 'conversation',
  messageTimestamp: 1767225600,
  instanceId: '00000000-0000-4000-8000-000000000001',
  source: 'unknown',
});

/** An event as Evolution sends it; it carries the instance's credential. */
async function event(name: string, data: object, rest: object, at: Date): Promise<FakeCallback> {
  const body = JSON.stringify({
    event: name,
    instance: 'otp-01',
    data,
    destination: 'https://otp.example/cb/evolution/otp-01',
    date_time: '2026-01-01T00:00:05.000Z',
    sender: '6281100000001@s.whatsapp.net',
    server_url: 'http://evolution.internal:8080',
    apikey: 'INVENTED-INSTANCE-TOKEN',
    ...rest,
  });
  return { headers: { authorization: `Bearer ${await tokenOf(EVOLUTION.secret, at)}` }, body };
}

/** The token that it makes for an event, valid for ten minutes. */
export function tokenOf(secret: string, at: Date): Promise<string> {
  const issuedAt = Math.floor(at.getTime() / 1000);
  return new SignJWT({ iat: issuedAt, exp: issuedAt + 600, app: 'evolution', action: 'webhook' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(Buffer.from(secret));
}

export const update = (keyId: string, status: string, at: Date, data: object = {}, rest: object = {}) =>
  event(
    'messages.update',
    {
      keyId,
      remoteJid: '1000000000001@lid',
      fromMe: true,
      status,
      instanceId: '00000000-0000-4000-8000-000000000001',
      messageId: 'cm0000000000000000000000a',
      ...data,
    },
    rest,
    at,
  );

export const connection = (state: string, at: Date) =>
  event('connection.update', { instance: 'otp-01', state, statusReason: 200 }, {}, at);

export const sendMessage = (keyId: string, at: Date) =>
  event('send.message', sentBody(keyId, '6281234567890', 'x'), {}, at);
