import type { Device } from './device.entities.js';
import { settingsOf } from './device-settings.rules.js';
import type { ApiVersion } from './driver.js';
import { driverNamed } from './drivers/index.js';

/** The version of its gateway's API; `undefined`: its versions do not end. */
export function apiVersionOf(device: Device, now: Date): ApiVersion | undefined {
  const driver = driverNamed(device.driver);
  return driver?.apiVersion?.(settingsOf(driver.info, device.settings), now);
}
