import { type Desk, type FakeCallback, jsonIn, openDesk } from './fake.js';

/** An SMS gateway as the settings below describe it. */
export const HTTP_SMS = {
  token: 'sms-gateway-token',
  settings: {
    request: {
      path: '/v1/{{reference}}/send',
      headers: { authorization: 'Bearer {{token}}' },
      json: {
        to: '{{phone}}',
        text: '{{text}}',
        parts: [{ code: '{{code}}' }],
        callback: '{{callback_url}}',
      },
    },
    response: {
      id: 'data.id',
      error: 'error',
      accepted: { status: [200, 201], json: { ok: true } },
      number_invalid: { json: { error: 'bad number' } },
      busy: { status: 429, json: { ok: false } },
      unusable: { status: [401, 402], json: { ok: false } },
      refused: { status: 400, json: { ok: false } },
    },
    report: {
      id: 'message.id',
      status: 'message.state',
      error: 'message.error',
      sent: 'SENT',
      delivered: ['DELIVERED', 'READ'],
      failed: 'FAILED',
    },
    health: {
      path: '/balance',
      headers: { 'x-key': '{{token}}' },
      connected: { json: { ok: true } },
      unusable: { json: { ok: false } },
    },
  },
};

let serial = 0;

export function startHttpSms(): Promise<Desk> {
  return openDesk((request, { absent, isConnected }, take) => {
    if (request.path === '/balance')
      return {
        status: isConnected ? 200 : 503,
        body: { ok: isConnected && request.headers['x-key'] === HTTP_SMS.token },
      };
    if (request.headers.authorization !== `Bearer ${HTTP_SMS.token}`)
      return { status: 401, body: { ok: false, error: 'bad token' } };
    if (!isConnected) return { status: 400, body: { ok: false, error: 'no route' } };
    const { to, text } = jsonIn(request) as { to: string; text: string };
    if (absent.has(to)) return { status: 400, body: { ok: false, error: 'bad number' } };
    const id = ++serial;
    return take({ id: String(id), to, text }, { status: 201, body: { ok: true, data: { id } } });
  });
}

/** Reports are not signed. */
export function report(id: string, state: string, error?: string): FakeCallback {
  return { headers: {}, body: JSON.stringify({ message: { id, state, error } }) };
}
