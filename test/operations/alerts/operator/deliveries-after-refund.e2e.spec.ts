import { expect, it } from 'vitest';
import { reportStatus } from '../../../callbacks/report-status.js';
import { refunded } from '../../../otp/deliveries-after-refund.js';
import { createAccount } from '../../../support/factories.js';
import type { TestService } from '../../../support/service.js';
import { morningZone } from '../../../support/test-clock.js';
import { adminOf, observe, observeLong, OperatorDesk } from './desk.js';

const DAY_SECONDS = 86_400;
const ENV = { TIMEZONE: morningZone(), METRICS_TOKEN: 'metrics-token-0123456789' };

async function deliverFree(service: TestService, count: number): Promise<void> {
  const account = await createAccount(service, count * 200);
  for (let i = 0; i < count; i++) await reportStatus(service, await refunded(service, account), 'delivered');
}

async function gauge({ url }: TestService): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${ENV.METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return text.split('\n').find((line) => line.startsWith('sandi_device_free_deliveries{'));
}

it('a device whose messages arrive after they were refunded is told above its setting, once, and when its day is over', async () => {
  const desk = await OperatorDesk.start();
  const service = await desk.service({ env: { ...ENV, ALERT_FREE_DELIVERIES: '2' } });
  await deliverFree(service, 2);
  await observeLong(service);
  expect(desk.told).toEqual([]);
  expect(await gauge(service)).toBe('sandi_device_free_deliveries{device="gateway"} 2');

  await deliverFree(service, 1);
  for (let round = 0; round < 2; round++) await observeLong(service);
  expect(desk.told).toEqual(['began free_deliveries']);
  const [notice] = desk.notices;
  expect(notice?.data.subject).toMatch(/^device:\d+$/);
  expect(notice?.data.detail).toEqual({ device: 'gateway', deliveries: 3, credits: 600 });
  expect(desk.mails.received[0]?.mail.text).toContain('3 pesan sampai setelah 600 kreditnya dikembalikan');
  const token = await adminOf(service);
  const open = await service.api.get('/api/admin/alerts?state=open', { token });
  expect(open.body.data).toMatchObject({ items: [{ kind: 'free_deliveries' }] });

  service.clock.advance(DAY_SECONDS);
  for (let round = 0; round < 2; round++) await observeLong(service);
  expect(desk.told).toEqual(['began free_deliveries', 'ended free_deliveries']);
  expect(await gauge(service)).toBeUndefined();
}, 60_000);

it('none is told where the setting is 0', async () => {
  const desk = await OperatorDesk.start();
  const service = await desk.service({ env: { ...ENV, ALERT_FREE_DELIVERIES: '0' } });
  await deliverFree(service, 3);
  await observeLong(service);
  await observe(service);
  expect(desk.told).toEqual([]);
}, 60_000);
