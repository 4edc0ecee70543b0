import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DevicePool, GatewayDispatcher } from '../../../src/gateway/index.js';
import { startTestService, type TestService } from '../../support/service.js';
import { adminToken } from '../../support/tokens.js';
import { addDevice, clearDevices } from '../devices.js';
import { ANDROID_SMS, type FakeAndroidSms, startAndroidSms } from '../drivers/fakes/android-sms.js';
import { message } from '../support.js';

let service: TestService;
let sms: FakeAndroidSms;
let smsId: number;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await clearDevices(service);
  await addDevice(service, service.gateway.url, service.gateway.token);
  sms = await startAndroidSms();
  ({ id: smsId } = await addDevice(service, sms.url, ANDROID_SMS.token, { driver: 'android_sms' }));
});

it('a send takes a device of its channel, by default WhatsApp, and never one of another', async () => {
  const dispatcher = service.app.get(GatewayDispatcher);
  const byDefault = await Promise.all(Array.from({ length: 4 }, () => dispatcher.send(message())));
  expect(byDefault.map(({ deviceId }) => deviceId)).not.toContain(smsId);
  expect(sms.taken).toEqual([]);
  expect(await dispatcher.send({ ...message(), channel: 'sms' })).toMatchObject({
    outcome: { kind: 'accepted' },
    deviceId: smsId,
  });
  expect(await dispatcher.send({ ...message(), channel: 'telegram' })).toMatchObject({
    outcome: { kind: 'refused', failureReason: 'device_unavailable' },
    attempts: [],
  });
  expect(await dispatcher.send({ ...message(), onlyDeviceId: smsId })).toMatchObject({ deviceId: smsId });
});

it('only devices of the channel make it available', async () => {
  const pool = service.app.get(DevicePool);
  const available = async (channel: 'whatsapp' | 'sms' | 'telegram') =>
    (await pool.availability({ channel })).isAvailable;
  expect([await available('whatsapp'), await available('sms'), await available('telegram')]).toEqual([
    true,
    true,
    false,
  ]);
});

it('the views of devices and drivers show the channel', async () => {
  const token = await adminToken(service);
  const { body: devices } = await service.api.get('/api/admin/devices', { token });
  const shown = (devices.data as { items: { driver: string; channel: string }[] }).items;
  expect(Object.fromEntries(shown.map(({ driver, channel }) => [driver, channel]))).toEqual({
    http: 'whatsapp',
    android_sms: 'sms',
  });
  const { body: drivers } = await service.api.get('/api/admin/drivers', { token });
  const channels = (drivers.data as { name: string; channel: string }[]).map((one) => [
    one.name,
    one.channel,
  ]);
  expect(channels).toEqual(
    expect.arrayContaining([
      ['waha', 'whatsapp'],
      ['telegram', 'telegram'],
    ]),
  );
});
