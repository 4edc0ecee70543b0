import type { GatewayDriver } from '../driver.js';
import { androidSmsDriver } from './android_sms.driver.js';
import { evolutionDriver } from './evolution.driver.js';
import { fonnteDriver } from './fonnte.driver.js';
import { gowaDriver } from './gowa.driver.js';
import { httpDriver } from './http.driver.js';
import { httpSmsDriver } from './http_sms/driver.js';
import { metaDriver } from './meta/driver.js';
import { openwaDriver } from './openwa.driver.js';
import { telegramDriver } from './telegram.driver.js';
import { wablasDriver } from './wablas.driver.js';
import { wahaDriver } from './waha/driver.js';

/** All drivers by name. A new driver is a file or folder and a line here. */
export const DRIVERS: ReadonlyMap<string, GatewayDriver> = new Map<string, GatewayDriver>([
  ['http', httpDriver],
  ['meta', metaDriver],
  ['waha', wahaDriver],
  ['gowa', gowaDriver],
  ['evolution', evolutionDriver],
  ['openwa', openwaDriver],
  ['fonnte', fonnteDriver],
  ['wablas', wablasDriver],
  ['android_sms', androidSmsDriver],
  ['http_sms', httpSmsDriver],
  ['telegram', telegramDriver],
]);

export const DRIVER_NAMES = [...DRIVERS.keys()];

export const NATIVE_DRIVER = 'http';

/** `undefined`: unknown to this version. */
export const driverNamed = (name: string): GatewayDriver | undefined => DRIVERS.get(name);
