import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DRIVER_NAMES } from '../../../src/gateway/drivers/index.js';
import { AuditEntry } from '../../../src/operations/audit/audit-entry.entity.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { createAccount } from '../../support/factories.js';
import { userToken } from '../../support/tokens.js';
import { addDevice } from '../devices.js';
import { QR_PNG } from '../drivers/fakes/fake.js';
import { GOWA, GOWA_CHALLENGE, startGowa } from '../drivers/fakes/gowa.js';
import { sessionStatus, startWaha, WAHA } from '../drivers/fakes/waha.js';
import { Stand } from '../stand.js';
import { closedPort } from '../support.js';

const PAIRING = ['waha', 'gowa', 'evolution', 'openwa'];
const QR = QR_PNG.toString('base64');
const NOTHING = { qr_png: null, expires_seconds: null, detail: null };

let test: TestApp;
let stand: Stand;
beforeAll(async () => {
  test = await startTestApp();
  stand = await Stand.begin(test);
});
afterEach(() => stand.clear());
afterAll(() => test.close());
keepBooks(() => test);

const shownOf = (id: number) =>
  test.database.read.findBy(AuditEntry, { target: `device:${id}`, action: 'device.pair' });

describe.each(PAIRING)('the phone of a %s device', (driver) => {
  it('is paired by a QR code that only its administrator sees, who is noted', async () => {
    const { bench, id } = await stand.device(driver);
    bench.connect(false);
    const logged = test.logs.length;
    const answer = await stand.pairing(id);
    expect(answer).toAnswer(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const expires_seconds = driver === 'gowa' ? 30 : null;
    expect(answer.body.data).toEqual({ ...NOTHING, state: 'scan', qr_png: QR, expires_seconds });
    const entries = await shownOf(id);
    expect(entries).toMatchObject([{ detail: null, actorId: expect.any(Number) as number }]);
    const kept = JSON.stringify([entries, await stand.view(id), test.logs.slice(logged)]);
    expect(kept).not.toContain(QR.slice(0, 40));
    bench.connect(true);
    expect((await stand.pairing(id)).body.data).toEqual({ ...NOTHING, state: 'connected' });
    expect(await shownOf(id)).toHaveLength(1);
  });

  it('is not paired through a gateway that refuses the token, or is not there', async () => {
    const refused = await stand.device(driver, { token: 'another:token-of-it' });
    const away = await stand.device(driver, { base_url: `http://${await closedPort()}` });
    for (const { bench, id } of [refused, away]) {
      bench.connect(false);
      const answer = await stand.pairing(id);
      expect(answer).toAnswer(200);
      expect(answer.body.data).toEqual({
        ...NOTHING,
        state: 'unavailable',
        detail: expect.any(String) as string,
      });
      expect(answer.text).not.toMatch(/another|token-of-it/);
      expect(await shownOf(id)).toEqual([]);
    }
  });
});

describe('a phone whose account has a passkey', () => {
  const PASSKEY = { ...NOTHING, state: 'passkey' };

  it('is answered by its state alone, at GOWA without another login', async () => {
    const gowa = await startGowa();
    Object.assign(gowa, { isConnected: false, passkey: 'awaiting_response' });
    const { id } = await stand.device('gowa', { base_url: gowa.url, token: GOWA.token });
    for (let i = 0; i < 2; i++) expect((await stand.pairing(id)).body.data).toEqual(PASSKEY);
    expect(gowa.requests.filter(({ path }) => path === '/app/login')).toEqual([]);
    expect(await shownOf(id)).toEqual([]);
    expect(test.logs.join('\n')).not.toContain(GOWA_CHALLENGE);
  });

  it('leaves no challenge of a WAHA event behind', async () => {
    const waha = await startWaha();
    Object.assign(waha, { isConnected: false, status: 'PASSKEY_REQUIRED' });
    const { id, call } = await stand.device('waha', { base_url: waha.url, token: WAHA.token });
    const data = { challenge: 'aW52ZW50ZWQ', rpId: 'web.whatsapp.com' };
    const logged = test.logs.length;
    const answer = await call(sessionStatus('PASSKEY_REQUIRED', test.clock.now(), { data }));
    expect(answer).toAnswer(200);
    expect((await stand.pairing(id)).body.data).toEqual(PASSKEY);
    const kept = JSON.stringify([await stand.view(id), test.logs.slice(logged)]);
    expect(kept).toContain('PASSKEY_REQUIRED');
    expect(kept).not.toContain(data.challenge);
  });
});

describe('a device', () => {
  it.each(DRIVER_NAMES.filter((name) => !PAIRING.includes(name)))(
    'of %s has no QR code to give',
    async (driver) => {
      const { id } = await stand.device(driver);
      expect((await stand.pairing(id)).body.data).toMatchObject({
        state: 'unavailable',
        detail: 'this gateway gives no QR code',
      });
    },
  );

  it('whose secrets were sealed under another key says so', async () => {
    const { id } = await addDevice(test, 'http://127.0.0.1:1', 'token', {
      driver: 'waha',
      tokenSealed: 'another',
      state: 'disabled',
    });
    expect((await stand.pairing(id)).body.data).toMatchObject({
      state: 'unavailable',
      detail: expect.stringContaining('DATA_KEY') as string,
    });
    await stand.ask(id);
    expect((await stand.view(id))['last_probe']).toMatchObject({ finding: 'unusable' });
  });

  it('is paired by administrators alone', async () => {
    const { bench, id } = await stand.device('waha');
    bench.connect(false);
    const path = `/api/admin/devices/${id}/link`;
    expect(await test.api.get(path)).toAnswer(401);
    const { userId } = await createAccount(test, 0);
    expect(await test.api.get(path, { token: await userToken(test, userId) })).toAnswer(403);
    expect(await stand.pairing(999_999)).toAnswer(404);
    expect(bench.requests?.filter(({ path: asked }) => asked.includes('/auth/qr'))).toEqual([]);
  });
});
