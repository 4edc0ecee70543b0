import type { GatewayDriver } from '../../src/gateway/driver.js';
import type * as Drivers from '../../src/gateway/drivers/index.js';
import type { Channel } from '../../src/platform/text/channel.js';

/**
 * The native protocol on other channels, as drivers `test_sms` and `test_telegram`. A spec replaces the list of drivers:
 * `vi.mock('…/drivers/index.js', async (original) => (await import('…/second-channel.js')).withOtherChannels(original))`.
 */
export async function withOtherChannels(original: () => Promise<unknown>): Promise<typeof Drivers> {
  const drivers = (await original()) as typeof Drivers;
  const native = drivers.driverNamed(drivers.NATIVE_DRIVER) as GatewayDriver;
  const by = (channel: Channel): GatewayDriver => ({ ...native, info: { ...native.info, channel } });
  const more: Record<string, GatewayDriver> = { test_sms: by('sms'), test_telegram: by('telegram') };
  return {
    ...drivers,
    DRIVER_NAMES: [...drivers.DRIVER_NAMES, ...Object.keys(more)],
    driverNamed: (name) => more[name] ?? drivers.driverNamed(name),
  };
}
