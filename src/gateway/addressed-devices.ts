import { Not } from 'typeorm';
import type { Database } from '../platform/database/index.js';
import { Device } from './device.entities.js';
import { driverNamed } from './drivers/index.js';

/** Names of the devices whose callbacks are proven by the key in an address under an older DATA_KEY than this one. */
export async function addressedBefore({ read }: Database, dataKey: number): Promise<string[]> {
  const devices = await read.find(Device, { where: { state: Not('disabled') }, order: { id: 'ASC' } });
  return devices
    .filter(({ driver }) => driverNamed(driver)?.info.capabilities.signedCallbacks === false)
    .filter(({ addressDataKey }) => (addressDataKey ?? 1) < dataKey)
    .map(({ name }) => name);
}
