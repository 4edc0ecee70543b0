import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Device, DeviceTemplate } from '../../../src/gateway/device.entities.js';
import { DeviceProber } from '../../../src/gateway/pool/device-prober.js';
import { AuditEntry } from '../../../src/operations/audit/audit-entry.entity.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { adminToken } from '../../support/tokens.js';
import { addDevice, clearDevices } from '../devices.js';
import { type Desk, jsonIn } from '../drivers/fakes/fake.js';
import { META, startMeta } from '../drivers/fakes/meta.js';
import { hasPublished, publishedRequest } from '../drivers/published.js';
import { fakeGateway, json } from '../support.js';

let test: TestApp;
let token: string;
beforeAll(async () => {
  test = await startTestApp({ env: { GATEWAY_TIMEOUT_MS: '1000' } });
  await test.app.get(DeviceProber).onModuleDestroy();
  token = await adminToken(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.tx((tx) => tx.clear(DeviceTemplate));
  await clearDevices(test);
});
keepBooks(() => test);

const numberAt = (url: string, rest: Partial<Device> = {}) =>
  addDevice(test, url, META.token, { driver: 'meta', settings: META.settings, ...rest });
const at = ({ id }: Device) => `/api/admin/devices/${id}/templates`;
const list = (device: Device) => test.api.get(at(device), { token });
const create = (device: Device, body: object) => test.api.post(at(device), body, { token });
const created = (meta: Desk) =>
  meta.requests.flatMap((request) => (request.method === 'POST' ? [jsonIn(request)] : []));

const APPS = [{ package_name: 'com.example.app', signature_hash: 'K8a/AINcGX7' }];
const COPY = { name: 'otp_id', language: 'id', button: 'copy_code' };
const ZERO = {
  name: 'otp_zero',
  language: 'en_US',
  button: 'zero_tap',
  security_recommendation: false,
  code_expiration_minutes: 5,
  message_send_ttl_seconds: 60,
  apps: APPS,
  zero_tap_terms_accepted: true,
};

describe('templates of a Meta device', () => {
  it('are created with their button, their advice, their expiry and their validity', async () => {
    const meta = await startMeta();
    const device = await numberAt(meta.url);
    const answer = await create(device, COPY);
    expect(answer).toAnswer(201);
    expect(answer.body.data).toEqual({
      id: '900000000000001',
      name: 'otp_id',
      language: 'id',
      status: 'APPROVED',
    });
    expect(
      await create(device, {
        ...ZERO,
        name: 'otp_one',
        button: 'one_tap',
        zero_tap_terms_accepted: undefined,
      }),
    ).toAnswer(201);
    expect(await create(device, ZERO)).toAnswer(201);
    const [copy, one, zero] = created(meta);
    expect(copy).toEqual({
      name: 'otp_id',
      language: 'id',
      category: 'AUTHENTICATION',
      components: [
        { type: 'BODY', add_security_recommendation: true },
        { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
      ],
    });
    expect(one).toMatchObject({
      components: [{}, {}, { buttons: [{ otp_type: 'ONE_TAP', supported_apps: APPS }] }],
    });
    expect(JSON.stringify(one)).not.toContain('terms');
    expect(zero).toEqual({
      name: 'otp_zero',
      language: 'en_US',
      category: 'AUTHENTICATION',
      message_send_ttl_seconds: 60,
      components: [
        { type: 'BODY', add_security_recommendation: false },
        { type: 'FOOTER', code_expiration_minutes: 5 },
        {
          type: 'BUTTONS',
          buttons: [
            { type: 'OTP', otp_type: 'ZERO_TAP', zero_tap_terms_accepted: true, supported_apps: APPS },
          ],
        },
      ],
    });
    const audited = await test.database.read.findBy(AuditEntry, { action: 'device.template' });
    expect(audited).toHaveLength(3);
  });

  it.runIf(hasPublished)('are as the published document wants them', async () => {
    const faults = publishedRequest(
      'meta-business-messaging-api_v23.0.yaml',
      '/{Version}/{WABA-ID}/message_templates',
    );
    const meta = await startMeta();
    const device = await numberAt(meta.url);
    for (const body of [COPY, ZERO]) expect(await create(device, body)).toAnswer(201);
    for (const body of created(meta)) expect(faults(body)).toEqual([]);
    expect(faults({ ...created(meta)[0], components: 'none' })).not.toEqual([]);
  });

  it('are listed with what is behind them, page by page', async () => {
    const meta = await startMeta(undefined, 'TIER_2K');
    const device = await numberAt(meta.url);
    for (const body of [COPY, ZERO]) await create(device, body);
    const answer = await list(device);
    expect(answer).toAnswer(200);
    const usual = { status: 'APPROVED', usable: true, reason: null, quality: null };
    expect(answer.body.data).toEqual({
      messaging_limit: 2000,
      business_verification: 'verified',
      items: [
        {
          ...usual,
          ...COPY,
          id: '900000000000001',
          security_recommendation: true,
          code_expiration_minutes: null,
          message_send_ttl_seconds: null,
          apps: [],
          in_use: true,
        },
        {
          ...usual,
          id: '900000000000002',
          name: 'otp_zero',
          language: 'en_US',
          button: 'zero_tap',
          security_recommendation: false,
          code_expiration_minutes: 5,
          message_send_ttl_seconds: 60,
          apps: APPS,
          in_use: false,
        },
      ],
    });
  });

  it('that Meta lists as approved are used again, whatever a callback said before', async () => {
    const meta = await startMeta();
    const device = await numberAt(meta.url);
    await create(device, COPY);
    const before = { deviceId: device.id, name: 'otp_id', language: 'id', quality: null };
    const paused = { status: 'PAUSED', isUsable: false, reason: null, changedAt: test.clock.now() };
    await test.database.tx((tx) => tx.insert(DeviceTemplate, { ...before, ...paused }));
    await list(device);
    const row = await test.database.read.findOneBy(DeviceTemplate, { deviceId: device.id });
    expect(row).toMatchObject({ status: 'APPROVED', isUsable: true });
  });

  it.each([
    [{}, 'parameter_missing'],
    [{ ...COPY, name: 'OTP Login' }, 'parameter_invalid'],
    [{ ...COPY, language: 'indonesia' }, 'parameter_invalid'],
    [{ ...COPY, button: 'two_taps' }, 'parameter_invalid'],
    [{ ...COPY, apps: APPS }, 'parameter_invalid'],
    [{ ...COPY, zero_tap_terms_accepted: true }, 'parameter_invalid'],
    [{ ...COPY, code_expiration_minutes: 91 }, 'parameter_invalid'],
    [{ ...COPY, message_send_ttl_seconds: 29 }, 'parameter_invalid'],
    [{ ...COPY, message_send_ttl_seconds: 901 }, 'parameter_invalid'],
    [{ ...ZERO, apps: [] }, 'parameter_invalid'],
    [{ ...ZERO, apps: Array(6).fill(APPS[0]) }, 'parameter_invalid'],
    [{ ...ZERO, apps: [{ package_name: 'app', signature_hash: 'K8a/AINcGX7' }] }, 'parameter_invalid'],
    [{ ...ZERO, apps: [{ package_name: 'com.example', signature_hash: 'short' }] }, 'parameter_invalid'],
    [{ ...ZERO, zero_tap_terms_accepted: false }, 'parameter_invalid'],
    [{ ...ZERO, button: 'one_tap' }, 'parameter_invalid'],
  ])('are refused before Meta is asked: %j', async (body, code) => {
    const meta = await startMeta();
    const device = await numberAt(meta.url);
    expect(await create(device, body)).toAnswer(400, code);
    expect(created(meta)).toEqual([]);
  });

  it('are refused in the words of Meta, without the token', async () => {
    const meta = await startMeta();
    const device = await numberAt(meta.url);
    await create(device, COPY);
    const again = await create(device, COPY);
    expect(again).toAnswer(502, 'template_refused');
    expect(again.body).toMatchObject({
      error_message: expect.stringMatching(/already Indonesian content.* \(100\)$/),
    });
    const echo = await fakeGateway((response, { headers }) =>
      json(403, { error: { code: 200, message: `no permission for ${headers.authorization}` } })(response),
    );
    const known = await numberAt(echo.url, { accountId: '100000000000001' });
    const refused = await list(known);
    expect(refused).toAnswer(502, 'template_refused');
    expect(refused.text).not.toContain(META.token);
  });

  it.each([
    [500, { error: { code: 1, message: 'something went wrong' } }],
    [200, '<html>'],
    [200, { success: true }],
  ])('are unknown after an answer that is not clear: %d %j', async (status, body) => {
    const { url } = await fakeGateway(json(status, body));
    const device = await numberAt(url, { accountId: '100000000000001' });
    expect(await create(device, COPY)).toAnswer(504, 'template_unknown');
  });

  it('are none of a number whose account Meta does not name, or of another gateway', async () => {
    const { url } = await fakeGateway(json(200, { status: 'CONNECTED' }));
    expect(await list(await numberAt(url))).toAnswer(502, 'template_refused');
    expect(await list(await numberAt(url, { driver: 'http', settings: {} }))).toAnswer(
      409,
      'templates_unsupported',
    );
    expect(await test.api.get('/api/admin/devices/999999/templates', { token })).toAnswer(404, 'not_found');
  });
});
