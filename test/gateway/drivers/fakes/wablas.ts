import { randomUUID } from 'node:crypto';
import { type Desk, type FakeCallback, formIn, openDesk, type Reply } from './fake.js';

export const WABLAS = { token: 'wablas-token.wablas-secret-key', settings: {} };

export const refusal = (message: string, status = 200): Reply => ({
  status,
  body: { status: false, message },
});

/** The answer of a send that was taken, in the mode that has one object where the other has an array. */
export const singly = (id: string, status = 'pending'): Reply => ({
  status: 200,
  body: { status: true, message: 'Message is pending', data: [{ messages: { id, status } }] },
});

/** Wablas with one device. */
export function startWablas(): Promise<Desk> {
  return openDesk((request, { absent, isConnected }, take) => {
    const url = new URL(request.path, 'http://fake');
    if (url.pathname === '/api/device/info') {
      if (url.searchParams.get('token') !== 'wablas-token') return refusal('token invalid', 401);
      return { status: 200, body: { status: true, data: deviceData(isConnected) } };
    }
    if (request.headers.authorization !== WABLAS.token) return refusal('secret key invalid');
    if (!isConnected) return refusal('your device is disconnected');
    const { phone: to = '', message: text = '' } = formIn(request);
    if (absent.has(to)) return refusal(`phone number ${to} is not valid`);
    const id = randomUUID();
    const message = { id, phone: to, message: text, status: 'pending' };
    return take(
      { id, to, text },
      {
        status: 200,
        body: {
          status: true,
          message: 'Message is pending and waiting to be processed',
          data: { device_id: 'DEV01', quota: 999, messages: [message] },
        },
      },
    );
  });
}

const deviceData = (isConnected: boolean) => ({
  serial: 'DEV01',
  name: 'OTP 01',
  sender: '6281100000001',
  quota: 999,
  expired_date: '2026-12-31',
  active: true,
  status: isConnected ? 'connected' : 'disconnected',
});

/** Reports are not signed. */
export function report(members: object): FakeCallback {
  const body = { phone: '6281234567890', note: '', sender: '6281100000001', deviceId: 'DEV01', ...members };
  return { headers: {}, body: JSON.stringify(body) };
}
