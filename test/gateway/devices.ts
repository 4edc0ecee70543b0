import { Device } from '../../src/gateway/device.entities.js';
import { DevicePool } from '../../src/gateway/index.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import type { TestApp } from '../support/app.js';

let serial = 0;

/** A device in the database that was linked once, as an administrator would have made it; the pool knows of it. */
export async function addDevice(test: TestApp, baseUrl: string, token: string, rest: Partial<Device> = {}) {
  const sealer = test.app.get(Sealer);
  const device = test.database.read.create(Device, {
    name: `device-${++serial}`,
    driver: 'http',
    baseUrl,
    tokenSealed: sealer.seal(token),
    webhookSecretSealed: null,
    settings: {},
    template: null,
    weight: 1,
    limits: null,
    numberCheck: null,
    linkedAt: test.clock.now(),
    startedAt: null,
    failures: 0,
    trials: 0,
    state: 'active',
    createdAt: test.clock.now(),
    updatedAt: test.clock.now(),
    ...rest,
  });
  await test.database.tx((tx) => tx.insert(Device, device));
  await test.app.get(DevicePool).refresh();
  return device;
}

export async function clearDevices(test: TestApp): Promise<void> {
  await test.database.tx((tx) => tx.clear(Device));
  await test.app.get(DevicePool).refresh();
}
