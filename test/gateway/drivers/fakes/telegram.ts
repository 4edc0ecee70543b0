import { createHash, createHmac, randomUUID } from 'node:crypto';
import { type Desk, type FakeCallback, jsonIn, openDesk, type Reply } from './fake.js';

export const TELEGRAM = { token: 'AAGtelegram-gateway-token', settings: {} };

export const refusal = (error: string, status = 200): Reply => ({ status, body: { ok: false, error } });

export interface FakeTelegram extends Desk {
  /** What was charged, by request id: a check and its send cost once. */
  readonly charged: Set<string>;
}

/** Rules of the page on the API for each member of `sendVerificationMessage`, with the error of what breaks one. */
const MEMBERS: Readonly<Record<string, [error: string, isRight: (value: unknown) => boolean]>> = {
  phone_number: ['PHONE_NUMBER_INVALID', (value) => /^\+[1-9]\d{6,14}$/.test(String(value))],
  code: ['CODE_INVALID', (value) => typeof value === 'string' && /^\d{4,8}$/.test(value)],
  ttl: ['TTL_INVALID', (value) => Number.isInteger(value) && Number(value) >= 30 && Number(value) <= 3600],
  payload: ['PAYLOAD_INVALID', (value) => typeof value === 'string' && Buffer.byteLength(value) <= 128],
  callback_url: ['CALLBACK_URL_INVALID', (value) => /^https:\/\/.{1,248}$/.test(String(value))],
  sender_username: ['SENDER_USERNAME_INVALID', (value) => /^\w{4,32}$/.test(String(value))],
  request_id: ['REQUEST_ID_INVALID', (value) => typeof value === 'string' && value !== ''],
};

/** Telegram Gateway, as its page describes it. */
export async function startTelegram(): Promise<FakeTelegram> {
  const charged = new Set<string>();
  const sent = new Set<string>();
  const desk = await openDesk((request, { absent, isConnected }, take) => {
    if (!isConnected || request.headers.authorization !== `Bearer ${TELEGRAM.token}`)
      return refusal('ACCESS_TOKEN_INVALID', 401);
    const body = jsonIn(request);
    const method = request.path.slice(1);
    if (method === 'checkVerificationStatus')
      return charged.has(String(body['request_id']))
        ? { status: 200, body: { ok: true, result: statusOf(String(body['request_id'])) } }
        : refusal('REQUEST_ID_INVALID');
    if (method !== 'checkSendAbility' && method !== 'sendVerificationMessage')
      return refusal('UNKNOWN_METHOD');
    for (const [name, value] of Object.entries(body)) {
      const [error, isRight] = MEMBERS[name] ?? ['UNKNOWN_MEMBER', () => false];
      if (!isRight(value)) return refusal(error);
    }
    const phone = String(body['phone_number']);
    if (absent.has(phone.slice(1))) return refusal('PHONE_NUMBER_NOT_FOUND');
    const given = body['request_id'] as string | undefined;
    const id = given ?? randomUUID();
    if (sent.has(id)) return refusal('MESSAGE_ALREADY_SENT');
    charged.add(id);
    const reply: Reply = { status: 200, body: { ok: true, result: statusOf(id, phone) } };
    if (method === 'checkSendAbility') return reply;
    sent.add(id);
    return take({ id, to: phone.slice(1), text: String(body['code']) }, reply);
  });
  return Object.assign(desk, { charged });
}

const statusOf = (id: string, phone = '+6281234567890') => ({
  request_id: id,
  phone_number: phone,
  request_cost: 0.01,
  remaining_balance: 99.99,
});

/** A report as Telegram makes it, signed. */
export function report(id: string, status: string, now: Date, rest: object = {}): FakeCallback {
  const at = Math.floor(now.getTime() / 1000);
  const body = JSON.stringify({ ...statusOf(id), delivery_status: { status, updated_at: at }, ...rest });
  return signedReport(body, now);
}

export function signedReport(body: string, now: Date, token = TELEGRAM.token): FakeCallback {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const key = createHash('sha256').update(token).digest();
  const signature = createHmac('sha256', key).update(`${timestamp}\n${body}`).digest('hex');
  return { headers: { 'x-request-timestamp': timestamp, 'x-request-signature': signature }, body };
}
