import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Device } from '../../src/gateway/device.entity.js';
import { AlertWatch } from '../../src/operations/alerts/operator/alert-watch.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { addDevice, clearDevices } from '../gateway/devices.js';
import type { Desk } from '../gateway/drivers/fakes/fake.js';
import { META, startMeta } from '../gateway/drivers/fakes/meta.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { adminToken } from '../support/tokens.js';

let test: TestApp;
let token: string;
beforeAll(async () => {
  test = await startTestApp({ env: { ALERTS_SECONDS: '3600', DEVICE_PROBE_SECONDS: '3600' } });
  token = await adminToken(test);
});
afterAll(() => test.close());
beforeEach(() => clearDevices(test));
keepBooks(() => test);

/** A linked number of the fake. */
const numberOf = (meta: Desk, rest: Partial<Device> = {}) =>
  addDevice(test, meta.url, META.token, {
    driver: 'meta',
    settings: META.settings,
    webhookSecretSealed: test.app.get(Sealer).seal(META.secret),
    ...rest,
  });

interface Alert {
  kind: string;
  subject: string;
  detail: object;
}

/** The alerts that are open after one round. */
async function alerts(): Promise<Alert[]> {
  await test.app.get(AlertWatch).observeSources();
  const { body } = await test.api.get('/api/admin/alerts?state=open', { token });
  return (body.data as { items: Alert[] }).items;
}

describe('a device with a version of the Graph API that ends soon', () => {
  it('is told to the operator, with the version to choose', async () => {
    const meta = await startMeta();
    const settings = { ...META.settings, api_version: 'v22.0' };
    const { id, name } = await numberOf(meta, { settings });
    await numberOf(meta);
    await alerts();
    test.clock.advance(61);
    expect(await alerts()).toMatchObject([
      {
        kind: 'api_version_ending',
        subject: `device:${id}`,
        detail: { device: name, version: 'v22.0', ends: '2027-10-08', recommended: 'v25.0' },
      },
    ]);
  });
});
