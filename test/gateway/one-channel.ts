import type * as Drivers from '../../src/gateway/drivers/index.js';

/**
 * All drivers on the default channel, so that one spec can send through each. A spec replaces the list of drivers:
 * `vi.mock('…/src/gateway/drivers/index.js', async (original) => (await import('…')).onOneChannel(original))`.
 */
export async function onOneChannel(original: () => Promise<unknown>): Promise<typeof Drivers> {
  const drivers = (await original()) as typeof Drivers;
  return {
    ...drivers,
    driverNamed: (name) => {
      const driver = drivers.driverNamed(name);
      return driver && { ...driver, info: { ...driver.info, channel: undefined } };
    },
  };
}
