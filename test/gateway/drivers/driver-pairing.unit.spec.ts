import { describe, expect, it } from 'vitest';
import type { GatewayDriver, Pairing } from '../../../src/gateway/driver.js';
import { evolutionDriver } from '../../../src/gateway/drivers/evolution.driver.js';
import { gowaDriver } from '../../../src/gateway/drivers/gowa.driver.js';
import { openwaDriver } from '../../../src/gateway/drivers/openwa.driver.js';
import { wahaDriver } from '../../../src/gateway/drivers/waha/driver.js';
import { closedPort, deviceAt, within } from '../support.js';
import { EVOLUTION, startEvolution } from './fakes/evolution.js';
import { openDesk, pngOf, QR_PNG, type Reply } from './fakes/fake.js';
import { GOWA, startGowa } from './fakes/gowa.js';
import { OPENWA } from './fakes/openwa.js';
import { startWaha, WAHA } from './fakes/waha.js';

const PNG_BYTES_MAX = 262_144;
const QR_BASE64 = QR_PNG.toString('base64');

type Credentials = Pick<typeof WAHA, 'token'> & { settings: Record<string, string> };

async function pair(driver: GatewayDriver, url: string, { token, settings }: Credentials, ms = 2000) {
  const pairing = await driver.pairing?.(deviceAt(url, token, settings), within(ms));
  if (!pairing) throw new Error('it pairs nothing');
  return shown(pairing);
}

/** The QR code prints masked wherever it is not meant to be seen. */
const shown = (pairing: Pairing) =>
  pairing.state === 'scan' ? { ...pairing, qrPng: pairing.qrPng.reveal() } : pairing;

const scan = (png: Buffer, expiresSeconds: number | null = null) => ({
  state: 'scan',
  qrPng: png.toString('base64'),
  expiresSeconds,
});
const UNREADABLE = { state: 'unavailable', detail: 'the gateway gave no readable QR code' };

describe('the pairing of a WAHA session', () => {
  const ask = (url: string) => pair(wahaDriver, url, WAHA);

  it('is by the QR code of a session that waits for one', async () => {
    const fake = await startWaha();
    fake.isConnected = false;
    expect(await ask(fake.url)).toEqual(scan(QR_PNG));
    expect(fake.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/sessions/otp-01',
      'GET /api/otp-01/auth/qr?format=image',
    ]);
  });

  it('is done where the session is WORKING, and asks for no QR code', async () => {
    const fake = await startWaha();
    expect(await ask(fake.url)).toEqual({ state: 'connected' });
    expect(fake.requests).toHaveLength(1);
  });

  it.each(['PASSKEY_REQUIRED', 'PASSKEY_CONFIRMATION_REQUIRED'])(
    'waits for a passkey while it is %s, and asks for no QR code or challenge',
    async (status) => {
      const fake = await startWaha();
      Object.assign(fake, { isConnected: false, status });
      expect(await ask(fake.url)).toEqual({ state: 'passkey' });
      expect(fake.requests.map(({ path }) => path)).toEqual(['/api/sessions/otp-01']);
    },
  );

  it.each(['STOPPED', 'STARTING', 'FAILED', 'NEW'])('is not to be had while it is %s', async (status) => {
    const fake = await startWaha();
    Object.assign(fake, { isConnected: false, status });
    expect(await ask(fake.url)).toEqual({ state: 'unavailable', detail: status });
    expect(fake.requests).toHaveLength(1);
  });

  const answering = (reply: Reply) =>
    openDesk(({ path }) =>
      path.includes('/auth/qr') ? reply : { status: 200, body: { status: 'SCAN_QR_CODE' } },
    );

  it('is not to be had where the session has moved on between the two questions', async () => {
    const { url } = await answering({ status: 422, body: { error: 'no session like 628123456789' } });
    expect(await ask(url)).toEqual({
      state: 'unavailable',
      detail: 'the gateway answered 422: no session like ****',
    });
  });

  it.each([
    [{ data: pngOf(PNG_BYTES_MAX).toString('base64') }, scan(QR_PNG)],
    [{ data: pngOf(PNG_BYTES_MAX + 1).toString('base64') }, UNREADABLE],
    [{ data: `${QR_BASE64} ` }, UNREADABLE],
    [{ data: Buffer.from('<svg/>').toString('base64') }, UNREADABLE],
    [{ data: '' }, UNREADABLE],
    [{ data: [QR_BASE64] }, UNREADABLE],
    [{ value: '2@INVENTED' }, UNREADABLE],
    ['<html>', UNREADABLE],
  ])('takes nothing but a PNG, and no large one (%#)', async (body, expected) => {
    const { url } = await answering({ status: 200, body });
    expect(await ask(url)).toEqual(expected);
  });

  it('reads no answer without end', async () => {
    const { url } = await answering({ status: 200, body: { data: 'A'.repeat(500_000) } });
    expect(await ask(url)).toMatchObject({ state: 'unavailable' });
  });
});

describe('the pairing of a GOWA device', () => {
  const ask = (url: string, credentials: Credentials = GOWA) => pair(gowaDriver, url, credentials);
  const LINK = '/statics/images/qrcode/scan-qr-1.png';

  /** Logged out; the picture is `picture`. */
  const loggingIn = (results: object, picture: Reply = { status: 200, body: QR_PNG }) =>
    openDesk(({ path }) => {
      if (path.startsWith('/statics/')) return picture;
      const status = { is_connected: false, is_logged_in: false, status: 'none' };
      return { status: 200, body: { code: 'SUCCESS', results: path === '/app/login' ? results : status } };
    });

  it('is by the picture that a login leaves at the gateway, for as long as that says', async () => {
    const fake = await startGowa();
    fake.isConnected = false;
    expect(await ask(fake.url)).toEqual(scan(QR_PNG, 30));
    expect(fake.requests.map(({ path }) => path)).toEqual([
      '/app/status',
      '/app/passkey',
      '/app/login',
      expect.stringMatching(/^\/statics\/qrcode\/scan-qr-.*\.png$/),
    ]);
    expect(fake.requests[2]?.headers['x-device-id']).toBe('otp-01');
  });

  it.each(['awaiting_response', 'awaiting_confirmation'])(
    'waits for the passkey of a login that is under way, which a new login would end: %s',
    async (passkey) => {
      const fake = await startGowa();
      Object.assign(fake, { isConnected: false, passkey });
      expect(await ask(fake.url)).toEqual({ state: 'passkey' });
      expect(fake.requests.map(({ path }) => path)).toEqual(['/app/status', '/app/passkey']);
    },
  );

  it('begins a login where the server does not know passkeys, and none where it is not clear', async () => {
    const fake = await startGowa();
    Object.assign(fake, { isConnected: false, passkey: null });
    expect(await ask(fake.url)).toEqual(scan(QR_PNG, 30));
    fake.passkey = 'something_new';
    expect(await ask(fake.url)).toEqual({
      state: 'unavailable',
      detail: 'the gateway answered 200 about its passkey',
    });
    expect(fake.requests.filter(({ path }) => path === '/app/login')).toHaveLength(1);
  });

  it('leaves a device alone that is logged in, or not the gateway’s', async () => {
    const fake = await startGowa();
    expect(await ask(fake.url)).toEqual({ state: 'connected' });
    fake.isConnected = false;
    const other = { ...GOWA, settings: { device_id: 'otp-02' } };
    expect(await ask(fake.url, other)).toEqual({ state: 'unavailable', detail: 'no such device' });
    expect(fake.requests.some(({ path }) => path === '/app/login')).toBe(false);
  });

  it.each([
    [400, 'ALREADY_LOGGED_IN', { state: 'connected' }],
    [
      500,
      'SESSION_SAVED_ERROR',
      { state: 'unavailable', detail: 'the gateway answered 500 SESSION_SAVED_ERROR: of ****' },
    ],
  ])('reads what a login comes to: %d %s', async (status, code, expected) => {
    const { url } = await openDesk(({ path }) =>
      path === '/app/login'
        ? { status, body: { code, message: 'of 628123456789' } }
        : { status: 200, body: { results: { is_connected: false, is_logged_in: false, status: 'none' } } },
    );
    expect(await ask(url)).toEqual(expected);
  });

  it('asks nobody else for the picture, whatever the link says', async () => {
    const elsewhere = await openDesk(() => ({ status: 200, body: QR_PNG }));
    const fake = await loggingIn({ qr_link: elsewhere.url + LINK, qr_duration: 20 });
    expect(await ask(fake.url)).toEqual(scan(QR_PNG, 20));
    expect(fake.requests.at(-1)?.path).toBe(LINK);
    expect(elsewhere.requests).toEqual([]);
  });

  it('finds the picture below the gateway’s own base path', async () => {
    const fake = await openDesk(({ path }) => {
      if (path === `/wa${LINK}`) return { status: 200, body: QR_PNG };
      const qr_link = `http://x/wa${LINK}`;
      const results = { is_connected: false, is_logged_in: false, status: 'none', qr_link };
      return { status: 200, body: { code: 'SUCCESS', results } };
    });
    expect(await ask(`${fake.url}/wa`)).toEqual(scan(QR_PNG));
  });

  it.each([
    undefined,
    17,
    '',
    '/devices',
    `${LINK}?x=1`,
    '/statics/../devices/otp-01.png',
    '/statics/%2e%2e/devices.png',
    `/statics/${'x'.repeat(500)}.png`,
  ])('follows no link like %j', async (link) => {
    const fake = await loggingIn({ qr_link: link });
    expect(await ask(fake.url)).toMatchObject({ state: 'unavailable' });
    expect(fake.requests.at(-1)?.path).toBe('/app/login');
  });

  it.each([
    [{ status: 200, body: pngOf(PNG_BYTES_MAX) }, scan(QR_PNG)],
    [{ status: 200, body: pngOf(PNG_BYTES_MAX + 1) }, { state: 'unavailable' }],
    [{ status: 200, body: '<html>' }, UNREADABLE],
    [{ status: 404, body: QR_PNG }, { state: 'unavailable' }],
  ] satisfies [Reply, object][])(
    'takes nothing but a PNG, and no large one (%#)',
    async (picture, expected) => {
      const fake = await loggingIn({ qr_link: LINK }, picture);
      expect(await ask(fake.url)).toMatchObject(expected);
    },
  );
});

describe('the pairing of an Evolution instance', () => {
  const ask = (url: string) => pair(evolutionDriver, url, EVOLUTION);
  const answering = (body: unknown, status = 200) => openDesk(() => ({ status, body }));

  it('is by the QR code that the instance connects with', async () => {
    const fake = await startEvolution();
    fake.isConnected = false;
    expect(await ask(fake.url)).toEqual(scan(QR_PNG));
    expect(fake.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /instance/connect/otp-01',
    ]);
  });

  it('is done where the instance is open', async () => {
    const fake = await startEvolution();
    expect(await ask(fake.url)).toEqual({ state: 'connected' });
  });

  const unavailable = (detail: string) => ({ state: 'unavailable', detail });
  it.each([
    [{ qrcode: { base64: `data:image/png;base64,${QR_BASE64}` } }, scan(QR_PNG)],
    [{ count: 0 }, unavailable('the gateway has no QR code yet')],
    [{ instance: { state: 'close' } }, unavailable('the gateway has no QR code yet')],
    [{ error: true, message: 'Error: of 628123456789' }, unavailable('Error: of ****')],
    [{ base64: `data:image/svg+xml;base64,${QR_BASE64}` }, UNREADABLE],
    [{ base64: null }, unavailable('the gateway has no QR code yet')],
    [{ base64: { data: QR_BASE64 } }, UNREADABLE],
  ])('reads %j', async (body, expected) => {
    const { url } = await answering(body);
    expect(await ask(url)).toEqual(expected);
  });

  it('is not to be had with a wrong key, or of an instance that is not there', async () => {
    const fake = await startEvolution();
    expect(await pair(evolutionDriver, fake.url, { ...EVOLUTION, token: 'another' })).toMatchObject({
      state: 'unavailable',
      detail: 'the gateway refused the apikey',
    });
    const absent = { ...EVOLUTION, settings: { instance: 'otp-02' } };
    expect(await pair(evolutionDriver, fake.url, absent)).toMatchObject({ state: 'unavailable' });
  });
});

describe.each([
  ['waha', wahaDriver, WAHA],
  ['gowa', gowaDriver, GOWA],
  ['evolution', evolutionDriver, EVOLUTION],
  ['openwa', openwaDriver, OPENWA],
])('the pairing of a device of %s', (_name, driver, credentials) => {
  it('is not to be had where nobody listens, or answers in time', async () => {
    const closed = await pair(driver, `http://${await closedPort()}`, credentials);
    expect(closed).toMatchObject({ state: 'unavailable' });
    const { url } = await openDesk(() => Promise.resolve('none' as const));
    expect(await pair(driver, url, credentials, 150)).toEqual({
      state: 'unavailable',
      detail: 'no answer from the gateway in time',
    });
  });
});
