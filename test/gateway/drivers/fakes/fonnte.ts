import { type Desk, type FakeCallback, formIn, openDesk, type Reply } from './fake.js';

export const FONNTE = { token: 'fonnte-device-token', settings: {} };

/** A refusal, which is HTTP 200 as everything. */
export const refusal = (reason: string, member = 'status'): Reply => ({
  status: 200,
  body: { reason, requestid: 2000002, [member]: false },
});

let serial = 80_000_000;

/** Fonnte with one device, which queues while `connectOnly` is not true. */
export function startFonnte(): Promise<Desk> {
  return openDesk((request, { absent, isConnected }, take) => {
    if (request.headers.authorization !== FONNTE.token) return refusal('token invalid');
    if (request.path === '/device') return { status: 200, body: deviceBody(isConnected) };
    const { target, message: text, countryCode = '62', connectOnly = 'true' } = formIn(request);
    if (!target || !text) return refusal('input invalid');
    if (!isConnected && connectOnly === 'true') return refusal('request invalid on disconnected device');
    const to = countryCode === '0' ? target : target.replace(/^0/, countryCode);
    if (absent.has(to)) return refusal('target invalid');
    const id = String(++serial);
    return take(
      { id, to, text },
      {
        status: 200,
        body: {
          detail: 'success! message in queue',
          id: [id],
          process: 'pending',
          requestid: 2000001,
          status: true,
          target: [to],
        },
      },
    );
  });
}

const deviceBody = (isConnected: boolean) => ({
  device: '6281100000001',
  device_status: isConnected ? 'connect' : 'disconnect',
  expired: '31 December 2026',
  messages: 10,
  name: 'OTP 01',
  package: 'a package',
  quota: '78',
  status: true,
});

/** Reports are not signed. */
export function report(members: object): FakeCallback {
  return { headers: {}, body: JSON.stringify({ device: '6281100000001', ...members }) };
}
