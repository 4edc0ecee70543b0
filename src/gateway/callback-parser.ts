import { Injectable } from '@nestjs/common';
import { Config, ConfigError } from '../config/index.js';
import { AppError } from '../platform/errors/index.js';
import { isSigningSecret } from '../platform/security/standard-webhook.rules.js';
import { Clock } from '../platform/time/clock.js';
import { CallbackUrlKeys } from './callback-url-keys.js';
import type { Device } from './device.entities.js';
import { BrokenDeviceError, DeviceLinks } from './device-link.js';
import { settingsOf } from './device-settings.rules.js';
import type {
  CallbackDevice,
  CallbackHeaders,
  CallbackKeys,
  CallbackRequest,
  GatewayDriver,
  ParsedCallback,
} from './driver.js';
import type { DriverInfo } from './driver-info.js';
import { hasUrlKey } from './drivers/callbacks.rules.js';
import { driverNamed, NATIVE_DRIVER } from './drivers/index.js';

/**
 * Verifies and parses callbacks of gateways. Fails with `signature_invalid`, `malformed_json`, `callback_invalid` or
 * `unavailable`.
 */
@Injectable()
export class CallbackParser {
  private readonly commonKeys: CallbackKeys;

  constructor(
    private readonly links: DeviceLinks,
    private readonly urlKeys: CallbackUrlKeys,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    if (!config.webhookSecrets.every(isSigningSecret))
      throw new ConfigError([
        'GATEWAY_WEBHOOK_SECRET must be base64 after whsec_: fix it, or remove the prefix',
      ]);
    this.commonKeys = {
      secrets: config.webhookSecrets,
      acceptsUnsigned: config.acceptsUnsignedCallbacks,
      urlKeys: [],
    };
  }

  /** Parses a callback to the URL that devices share: Sandi's own protocol, signed with GATEWAY_WEBHOOK_SECRET. */
  native(headers: CallbackHeaders, rawBody: Buffer): Promise<ParsedCallback> {
    const driver = this.driver(NATIVE_DRIVER);
    return this.read(driver, { headers, rawBody, query: {} }, this.commonKeys, { settings: {} });
  }

  /** Parses a callback to the device's own URL, in the format of its driver. */
  async forDevice(device: Device, request: CallbackRequest): Promise<ParsedCallback> {
    const driver = this.driver(device.driver);
    const accountIds = [device.accountId, device.portfolioId].filter((id) => id !== null);
    return this.read(driver, request, this.keysOf(device), { settings: device.settings, accountIds });
  }

  /** Whether the key in the URL proves the callback, before its body is read. */
  isProvenByUrlKey(device: Device, query: CallbackRequest['query']): boolean {
    const isSigned = this.infoOf(device).capabilities?.signedCallbacks ?? true;
    return !isSigned && hasUrlKey({ query }, { urlKeys: this.urlKeys.accepted(device) });
  }

  /** Parses, for `device`, a callback to another device's URL. Empty unless the secret of `device` proves it. */
  async forOtherDevice(device: Device, request: CallbackRequest): Promise<ParsedCallback> {
    try {
      return await this.forDevice(device, request);
    } catch (error) {
      if (error instanceof AppError && UNPROVEN.includes(error.code)) return { statuses: [] };
      throw error;
    }
  }

  infoOf({ driver }: Device): Partial<DriverInfo> {
    return driverNamed(driver)?.info ?? {};
  }

  /** The text that the gateway needs as the response; `undefined`: any will do. */
  answerTo(device: Device): string | undefined {
    const driver = this.driver(device.driver);
    return driver.answerTo?.({ settings: settingsOf(driver.info, device.settings) });
  }

  /** The response to a gateway that verifies the callback address. Fails with `forbidden` or `not_found`. */
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
    { settings, accountIds }: CallbackDevice,
  ): Promise<ParsedCallback> {
    const toleranceSeconds = this.config.GATEWAY_WEBHOOK_TOLERANCE_SECONDS;
    const callback = { ...request, receivedAt: this.clock.now(), toleranceSeconds };
    if (!(await driver.verifyCallback(callback, keys))) throw new AppError('signature_invalid');
    return driver.parseCallback(callback, { settings: settingsOf(driver.info, settings), accountIds });
  }

  private keysOf(device: Device): CallbackKeys {
    const urlKeys = this.urlKeys.accepted(device);
    const secrets = this.secretsOf(device);
    if (secrets) return { secrets, acceptsUnsigned: false, urlKeys };
    // GATEWAY_WEBHOOK_SECRET belongs to the native protocol.
    return device.driver === NATIVE_DRIVER
      ? { ...this.commonKeys, urlKeys }
      : { secrets: [], acceptsUnsigned: this.commonKeys.acceptsUnsigned, urlKeys };
  }

  /** Fails with `unavailable`, so that the gateway retries after the operator has fixed DATA_KEY. */
  private secretsOf(device: Device): string[] | undefined {
    try {
      return this.links.callbackSecrets(device);
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

const UNPROVEN: readonly string[] = ['signature_invalid', 'unavailable'];
