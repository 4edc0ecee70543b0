import { Injectable } from '@nestjs/common';
import { Config, ConfigError } from '../config/index.js';
import { AppError } from '../platform/errors/index.js';
import { isSigningSecret } from '../platform/security/standard-webhook.rules.js';
import { Clock } from '../platform/time/clock.js';
import { AddressKeys } from './address-keys.js';
import type { Device } from './device.entity.js';
import { BrokenDeviceError, DeviceLinks } from './device-link.js';
import { settingsOf } from './device-settings.rules.js';
import type {
  CallbackHeaders,
  CallbackKeys,
  CallbackNews,
  CallbackRequest,
  GatewayDriver,
} from './driver.js';
import { driverNamed, NATIVE_DRIVER } from './drivers/index.js';
import { isAtItsAddress } from './drivers/signature.rules.js';

/** Verifies callbacks and reads them; fails with `signature_invalid`, `malformed_json`, `callback_invalid` or `unavailable`. */
@Injectable()
export class CallbackParser {
  private readonly commonKeys: CallbackKeys;

  constructor(
    private readonly links: DeviceLinks,
    private readonly addressKeys: AddressKeys,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    if (!config.webhookSecrets.every(isSigningSecret))
      throw new ConfigError([
        'GATEWAY_WEBHOOK_SECRET must be base64 after whsec_: mend it, or drop the prefix',
      ]);
    this.commonKeys = {
      secrets: config.webhookSecrets,
      acceptsUnsigned: config.acceptsUnsignedCallbacks,
      addressKeys: [],
    };
  }

  /** A callback at the common address: the native protocol, signed with GATEWAY_WEBHOOK_SECRET. */
  native(headers: CallbackHeaders, rawBody: Buffer): Promise<CallbackNews> {
    const driver = this.driver(NATIVE_DRIVER);
    return this.read(driver, { headers, rawBody, query: {} }, this.commonKeys, {});
  }

  /** A callback at a device's own address: in its driver's form, proven as its gateway proves it. */
  async forDevice(device: Device, request: CallbackRequest): Promise<CallbackNews> {
    const driver = this.driver(device.driver);
    return this.read(driver, request, this.keysOf(device), device.settings);
  }

  /** Whether the address by itself proves a callback: known before its body is read. */
  isProvenByAddress(device: Device, query: CallbackRequest['query']): boolean {
    const isSigned = driverNamed(device.driver)?.info.capabilities.signedCallbacks ?? true;
    return !isSigned && isAtItsAddress({ query }, { addressKeys: this.addressKeys.accepted(device) });
  }

  /** Whether a callback at a device's address may tell of others of its driver too. */
  isShared({ driver }: Device): boolean {
    return driverNamed(driver)?.info.sharedCallbacks ?? false;
  }

  /** What a callback at another device's address tells of this one: nothing unless its own secret proves it. */
  async forSibling(device: Device, request: CallbackRequest): Promise<CallbackNews> {
    try {
      return await this.forDevice(device, request);
    } catch (error) {
      if (isForged(error) || isUnprovable(error)) return { statuses: [] };
      throw error;
    }
  }

  /** Whether a device's gateway must get no text of ours as the answer to a callback. */
  answersEmpty({ driver }: Device): boolean {
    return driverNamed(driver)?.info.emptyAnswer ?? false;
  }

  /** The answer to a gateway that asks whether a device's address is ours. Fails with `forbidden` or `not_found`. */
  handshake(device: Device, query: CallbackRequest['query']): string {
    const driver = this.driver(device.driver);
    if (!driver.handshake) throw new AppError('not_found');
    const answer = driver.handshake(query, this.keysOf(device));
    if (answer === undefined) throw new AppError('forbidden');
    return answer;
  }

  private async read(
    driver: GatewayDriver,
    request: CallbackRequest,
    keys: CallbackKeys,
    settings: Device['settings'],
  ): Promise<CallbackNews> {
    const toleranceSeconds = this.config.GATEWAY_WEBHOOK_TOLERANCE_SECONDS;
    const callback = { ...request, receivedAt: this.clock.now(), toleranceSeconds };
    if (!(await driver.verifyCallback(callback, keys))) throw new AppError('signature_invalid');
    return driver.parseCallback(callback, { settings: settingsOf(driver.info, settings) });
  }

  private keysOf(device: Device): CallbackKeys {
    const addressKeys = this.addressKeys.accepted(device);
    const secrets = this.secretsOf(device);
    if (secrets) return { secrets, acceptsUnsigned: false, addressKeys };
    // The common secret is the native protocol's; another gateway would not know it.
    return device.driver === NATIVE_DRIVER
      ? { ...this.commonKeys, addressKeys }
      : { secrets: [], acceptsUnsigned: this.commonKeys.acceptsUnsigned, addressKeys };
  }

  /** Fails with `unavailable`, so that the gateway comes again once the operator has mended it. */
  private secretsOf(device: Device): string[] | undefined {
    try {
      return this.links.webhookSecrets(device);
    } catch (error) {
      if (!(error instanceof BrokenDeviceError)) throw error;
      throw new AppError('unavailable', { logDetail: error.message, retryAfterSeconds: 60, cause: error });
    }
  }

  private driver(name: string): GatewayDriver {
    const driver = driverNamed(name);
    if (!driver) throw new AppError('callback_invalid', { logDetail: `there is no driver ${name}` });
    return driver;
  }
}

const isForged = (error: unknown) => error instanceof AppError && error.code === 'signature_invalid';
const isUnprovable = (error: unknown) => error instanceof AppError && error.code === 'unavailable';
