import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Device } from '../../../src/gateway/device.entities.js';
import { DRIVER_NAMES } from '../../../src/gateway/drivers/index.js';
import { keepBooks } from '../../support/app.js';
import { startTestService, type TestService } from '../../support/service.js';
import { addDevice } from '../devices.js';
import { Pooling } from './pooling.js';

let service: TestService;
let pooling: Pooling;
/** The device of the environment, which no test here changes. */
let initialId: number;
beforeAll(async () => {
  service = await startTestService();
  pooling = await Pooling.begin(service);
  initialId = (await service.database.read.findOneByOrFail(Device, { name: 'gateway' })).id;
});
afterAll(() => service.close());
keepBooks(() => service);

describe('a cap', () => {
  it.each([{ per_minute: 0 }, { per_hour: 5 }, { per_day: 1.5 }, { per_day: '5' }, []])(
    'is not set to %j',
    async (limits) => {
      const { body } = await pooling.admin('patch', `/${initialId}`, { limits });
      expect(body.code).toBe('parameter_invalid');
    },
  );
});

describe('the pair limit', () => {
  it.each([
    ['meta', 6, null],
    ['waha', 6, 20],
    ['http', null, null],
  ])(
    'of a %s device is %s seconds, and its cap %s a minute, where nobody said otherwise',
    async (driver, pair, cap) => {
      const { id } = await addDevice(service, 'http://gateway.invalid', 'token', { driver });
      expect(await pooling.view(id)).toMatchObject({ limits: { pair_seconds: pair, per_minute: cap } });
    },
  );
});

describe('a device that checks numbers', () => {
  it('is no other than of WAHA where nobody said so, and none where somebody said no', async () => {
    const checks = async (driver: string, numberCheck: boolean | null) => {
      const { id } = await addDevice(service, 'http://gateway.invalid', 'token', {
        driver,
        numberCheck,
      });
      const told = (await pooling.view(id))['check_number'];
      const pooled = pooling.pool.of(await service.database.read.findOneByOrFail(Device, { id }));
      expect(pooled.checksNumbers).toBe(told);
      return told;
    };
    for (const driver of DRIVER_NAMES) expect(await checks(driver, null)).toBe(driver === 'waha');
    expect(await checks('waha', false)).toBe(false);
    expect(await checks('gowa', true)).toBe(true);
  });

  it('may be made to, made not to, and left to its driver again', async () => {
    const { id } = await addDevice(service, 'http://gateway.invalid', 'token', { driver: 'waha' });
    for (const [check_number, holds] of [
      [false, false],
      [true, true],
      [null, true],
    ]) {
      const answer = await pooling.admin('patch', `/${id}`, { check_number });
      expect(answer).toAnswer(200);
      expect(answer.body.data['check_number']).toEqual(holds);
    }
  });

  it('is one whose driver can', async () => {
    const { body } = await pooling.admin('patch', `/${initialId}`, { check_number: true });
    expect([body.code, body.fields]).toEqual(['parameter_invalid', ['check_number']]);
  });
});
