import { afterAll, beforeAll, expect, it } from 'vitest';
import { Sweepers } from '../../../src/common/background/sweepers.js';
import { addSeconds } from '../../../src/common/time/clock.js';
import { DeviceAlert } from '../../../src/gateway/pool/device-alert.entity.js';
import { startTestService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { DEVICE_JUDGE_SECONDS: '3600' } });
});
afterAll(() => service.close());

it('what devices were found to be is kept for 90 days after its end, and while it lasts', async () => {
  const daysAgo = (days: number) => addSeconds(service.clock.now(), -days * 86_400);
  const alert = (detail: string, endedAt: Date | null) => ({
    deviceId: 1,
    kind: 'degraded' as const,
    detail,
    raisedAt: daysAgo(200),
    endedAt,
  });
  await service.database.tx((tx) =>
    tx.insert(DeviceAlert, [alert('over', daysAgo(91)), alert('lately', daysAgo(89)), alert('open', null)]),
  );
  await service.app.get(Sweepers).round('the purge of alerts of devices');
  const left = await service.database.read.find(DeviceAlert, { order: { id: 'ASC' } });
  expect(left.map(({ detail }) => detail)).toEqual(['lately', 'open']);
});
