import { Injectable, Module } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Config } from '../config/index.js';
import { Sealer } from '../platform/security/sealer.js';
import { listed } from '../platform/text/given-text.js';
import { Secret } from '../platform/text/secret.js';
import { CallbackUrlKeys } from './callback-url-keys.js';
import type { Device } from './device.entities.js';
import { settingsOf } from './device-settings.rules.js';
import type { ApiVersion, DeviceAccess, GatewayDriver } from './driver.js';
import { driverNamed } from './drivers/index.js';
import { GatewayHttp } from './gateway-http.js';

const TOKENS_MAX = 1000;

export interface DeviceLink {
  driver: GatewayDriver;
  access: DeviceAccess;
}

/** The device cannot be used, whatever its gateway says. The error text has no secrets. */
export class BrokenDeviceError extends Error {}

@Injectable()
export class DeviceLinks {
  private readonly tokens = new LRUCache<string, Secret>({
    max: TOKENS_MAX,
    memoMethod: (sealed) => new Secret(this.open(sealed)),
  });

  constructor(
    private readonly http: GatewayHttp,
    private readonly sealer: Sealer,
    private readonly callbackUrls: CallbackUrlKeys,
  ) {}

  /** The driver of the device, and the access that the driver needs. Throws {@link BrokenDeviceError}. */
  linkOf(device: Device): DeviceLink {
    const driver = driverNamed(device.driver);
    if (!driver) throw new BrokenDeviceError(`there is no driver ${device.driver}`);
    return {
      driver,
      access: {
        http: this.http,
        baseUrl: device.baseUrl,
        token: this.tokenOf(device),
        settings: settingsOf(driver.info, device.settings),
        callbackUrl: this.callbackUrls.urlOf(device),
      },
    };
  }

  /** Like {@link linkOf}, but returns the error. */
  find(device: Device): DeviceLink | BrokenDeviceError {
    try {
      return this.linkOf(device);
    } catch (error) {
      if (error instanceof BrokenDeviceError) return error;
      throw error;
    }
  }

  /** The callback secrets of the device; `undefined`: it has none. Throws {@link BrokenDeviceError}. */
  callbackSecrets(device: Device): string[] | undefined {
    if (driverNamed(device.driver)?.info.signsWithToken) return [this.tokenOf(device).reveal()];
    const { webhookSecretSealed } = device;
    return webhookSecretSealed === null ? undefined : listed(this.open(webhookSecretSealed));
  }

  private tokenOf({ tokenSealed }: Device): Secret {
    return this.tokens.memo(tokenSealed);
  }

  private open(sealed: string): string {
    try {
      return this.sealer.open(sealed);
    } catch (error) {
      throw new BrokenDeviceError(
        'the secrets of the device cannot be decrypted: perhaps DATA_KEY has changed',
        {
          cause: error,
        },
      );
    }
  }
}

/** The version of the gateway's API that the device uses; `undefined`: its versions have no end date. */
export function apiVersionOf(device: Device, now: Date): ApiVersion | undefined {
  const driver = driverNamed(device.driver);
  return driver?.apiVersion?.(settingsOf(driver.info, device.settings), now);
}

/** Access to devices without the pool. */
@Module({
  providers: [
    { provide: GatewayHttp, inject: [Config], useFactory: (config: Config) => new GatewayHttp(config) },
    CallbackUrlKeys,
    DeviceLinks,
  ],
  exports: [GatewayHttp, CallbackUrlKeys, DeviceLinks],
})
export class LinksModule {}
