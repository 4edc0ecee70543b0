import { afterAll, beforeAll } from 'vitest';
import type { GatewayDriver } from '../../src/gateway/driver.js';
import { driverNamed, NATIVE_DRIVER } from '../../src/gateway/drivers/index.js';
import type { Channel } from '../../src/platform/text/channel.js';

/** Names of drivers that are lent to the native protocol on other channels. */
export const LENT = { sms: 'fonnte', telegram: 'wablas' } as const satisfies Partial<Record<Channel, string>>;

/** During the tests of a file, devices of the lent drivers speak the native protocol, on their channel. */
export function lendOtherChannels(): void {
  const restore: (() => void)[] = [];
  beforeAll(() => {
    const native = driverNamed(NATIVE_DRIVER) as GatewayDriver;
    for (const [channel, name] of Object.entries(LENT) as [Channel, string][]) {
      const driver = driverNamed(name) as GatewayDriver;
      const own = { ...driver };
      become(driver, { ...native, info: { ...native.info, channel } });
      restore.push(() => become(driver, own));
    }
  });
  afterAll(() => {
    for (const undo of restore) undo();
  });
}

function become(driver: GatewayDriver, other: GatewayDriver): void {
  for (const name of Object.keys(driver)) Reflect.deleteProperty(driver, name);
  Object.assign(driver, other);
}
