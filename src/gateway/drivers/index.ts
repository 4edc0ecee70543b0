import type { Type } from '@nestjs/common';
import type { GatewayDriver } from '../driver.js';
import { EvolutionDriver } from './evolution/driver.js';
import { FonnteDriver } from './fonnte/driver.js';
import { GowaDriver } from './gowa/driver.js';
import { HttpDriver } from './http/driver.js';
import { MetaDriver } from './meta/driver.js';
import { WablasDriver } from './wablas/driver.js';
import { WahaDriver } from './waha/driver.js';

/** Every gateway we speak to, by the name that a device carries. A new driver is its folder and a line here. */
const DRIVERS: Readonly<Record<string, Type<GatewayDriver>>> = {
  http: HttpDriver,
  meta: MetaDriver,
  waha: WahaDriver,
  gowa: GowaDriver,
  evolution: EvolutionDriver,
  fonnte: FonnteDriver,
  wablas: WablasDriver,
};

export const DRIVER_NAMES = Object.keys(DRIVERS);

export const NATIVE_DRIVER = 'http';

/** The drivers of one app. */
export class Drivers {
  constructor(private readonly byName: ReadonlyMap<string, GatewayDriver>) {}

  /** `undefined` where a device names a driver that this version does not have. */
  get(name: string): GatewayDriver | undefined {
    return this.byName.get(name);
  }
}

export const driverProviders = [
  ...Object.values(DRIVERS),
  {
    provide: Drivers,
    inject: Object.values(DRIVERS),
    useFactory: (...drivers: GatewayDriver[]) =>
      new Drivers(new Map(drivers.map((driver, i) => [DRIVER_NAMES[i] as string, driver]))),
  },
];
