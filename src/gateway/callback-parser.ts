import { Injectable } from '@nestjs/common';
import { Config, ConfigError } from '../common/config/index.js';
import { AppError } from '../common/errors/index.js';
import { isSigningSecret } from '../common/security/standard-webhook.js';
import { DeviceLinks } from './device-link.js';
import type { Device } from './device.entity.js';
import type { CallbackEvent, CallbackHeaders, CallbackKeys } from './driver.js';
import { Drivers, NATIVE_DRIVER } from './drivers/index.js';

/** Verifies callbacks and reads them; fails with `signature_invalid`, `malformed_json` or `callback_invalid`. */
@Injectable()
export class CallbackParser {
  private readonly commonKeys: CallbackKeys;

  constructor(
    private readonly drivers: Drivers,
    private readonly links: DeviceLinks,
    config: Config,
  ) {
    if (!config.webhookSecrets.every(isSigningSecret))
      throw new ConfigError([
        'GATEWAY_WEBHOOK_SECRET must be base64 after whsec_: mend it, or drop the prefix',
      ]);
    this.commonKeys = {
      secrets: config.webhookSecrets,
      acceptsUnsigned: config.acceptsUnsignedCallbacks,
    };
  }

  /** A callback at the common address: the native protocol, signed with GATEWAY_WEBHOOK_SECRET. */
  native(headers: CallbackHeaders, rawBody: Buffer): CallbackEvent[] {
    return this.parse(NATIVE_DRIVER, headers, rawBody, this.commonKeys);
  }

  /** A callback at a device's own address: in its driver's form, signed with its own secret where it has one. */
  forDevice(device: Device, headers: CallbackHeaders, rawBody: Buffer): CallbackEvent[] {
    const secrets = this.links.webhookSecrets(device);
    const keys = secrets ? { secrets, acceptsUnsigned: false } : this.commonKeys;
    return this.parse(device.driver, headers, rawBody, keys);
  }

  private parse(
    name: string,
    headers: CallbackHeaders,
    rawBody: Buffer,
    keys: CallbackKeys,
  ): CallbackEvent[] {
    const driver = this.drivers.get(name);
    if (!driver) throw new AppError('callback_invalid', { detail: `there is no driver ${name}` });
    return driver.parseCallback({ headers, rawBody }, keys);
  }
}
