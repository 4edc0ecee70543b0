import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { Config, ConfigError } from '../config/index.js';
import { Database, isUniqueViolation } from '../platform/database/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { keyNumberOf } from '../platform/security/data-keys.rules.js';
import { Sealer } from '../platform/security/sealer.js';
import { Clock } from '../platform/time/clock.js';
import { normaliseBaseUrl } from './base-url.rules.js';
import { Device } from './device.entities.js';
import { NATIVE_DRIVER } from './drivers/index.js';
import { DevicePool } from './pool/device-pool.js';
import { DeviceProber, FIRST_PROBE_MS } from './pool/device-prober.js';
import { ProbeStore } from './pool/probe-store.js';

/** The name of the device that GATEWAY_URL creates. */
const FIRST_NAME = 'gateway';
const RETRY_MS = 100;

interface Target {
  baseUrl: string;
  token: string;
}

@Injectable()
export class DevicesService {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly sealer: Sealer,
    private readonly pool: DevicePool,
    private readonly prober: DeviceProber,
    private readonly probes: ProbeStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  find(id: number): Promise<Device | null> {
    return this.database.read.findOneBy(Device, { id });
  }

  hasAny(): Promise<boolean> {
    return this.database.read.exists(Device);
  }

  siblings({ id, driver }: Device): Promise<Device[]> {
    return this.database.read.findBy(Device, { driver, id: Not(id) });
  }

  /** Names by id, without deleted devices. */
  async namesOf(ids: number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const select = { id: true, name: true } as const;
    const devices = await this.database.read.find(Device, { select, where: { id: In(ids) } });
    return new Map(devices.map(({ id, name }) => [id, name]));
  }

  /** Ids of the native devices without a callback secret of their own. */
  async sharingSecret(): Promise<number[]> {
    const devices = await this.database.read.find(Device, {
      select: { id: true },
      where: { driver: NATIVE_DRIVER, webhookSecretSealed: IsNull() },
    });
    return devices.map(({ id }) => id);
  }

  /** Records the first authentic callback at the device's own address, and the newest DATA_KEY of the address. */
  async recordCallback({ id, baseUrl, ...known }: Device, addressKey = ''): Promise<void> {
    const { firstCallbackAt, addressDataKey } = known;
    const dataKey = keyNumberOf(addressKey);
    const isFirst = firstCallbackAt === null;
    const isNewer = dataKey > (addressDataKey ?? 1);
    if (!isFirst && !isNewer) return;
    const where = { id, baseUrl, ...(isFirst && { firstCallbackAt: IsNull() }) };
    const change = {
      ...(isFirst && { firstCallbackAt: this.clock.now() }),
      ...(isNewer && { addressDataKey: dataKey }),
    };
    await this.database.tx((tx) => tx.update(Device, where, change));
  }

  /**
   * Creates the first device from GATEWAY_URL and GATEWAY_TOKEN. Later changes of these variables move the device only
   * in the embedded default (SQLite outside production), whose simulator may move.
   */
  async ensureFromEnvironment(): Promise<void> {
    const target = this.fromEnvironment();
    if (!target) return;
    const first = await this.database.read.findOneBy(Device, { name: FIRST_NAME });
    if (first && this.config.isEmbedded) await this.follow(first, target);
    else if (!first && !(await this.hasAny())) await this.create(target);
  }

  private fromEnvironment(): Target | undefined {
    const { GATEWAY_URL: url, GATEWAY_TOKEN: token } = this.config;
    if (!url || !token) return undefined;
    const baseUrl = normaliseBaseUrl(url);
    if (!baseUrl)
      throw new ConfigError([
        'GATEWAY_URL must be a plain http:// or https:// address: put no credentials, @, ? or # in it',
      ]);
    return { baseUrl, token };
  }

  private async create({ baseUrl, token }: Target): Promise<void> {
    const now = this.clock.now();
    const device = this.database.read.create(Device, {
      name: FIRST_NAME,
      driver: NATIVE_DRIVER,
      baseUrl,
      tokenSealed: this.sealer.seal(token),
      webhookSecretSealed: null,
      settings: {},
      template: null,
      weight: 1,
      limits: null,
      numberCheck: null,
      linkedAt: null,
      number: null,
      startedAt: null,
      trials: 0,
      failures: 0,
      state: 'active',
      createdAt: now,
      updatedAt: now,
    });
    try {
      await this.database.tx((tx) => tx.insert(Device, device));
    } catch (error) {
      // Another instance created it at the same time.
      if (!isUniqueViolation(error)) throw error;
      return this.pool.refresh();
    }
    await this.pool.refresh();
    this.logger.info({ device: FIRST_NAME }, 'GATEWAY_URL is now a device');
    await this.linked(device);
  }

  /** Waits until the device is linked: the simulator of the embedded default may not listen yet. */
  private async linked(device: Device): Promise<void> {
    const giveUpAtMs = performance.now() + (this.config.isEmbedded ? FIRST_PROBE_MS : 0);
    await this.prober.first(device);
    while (performance.now() < giveUpAtMs && !(await this.find(device.id))?.linkedAt) {
      await sleep(RETRY_MS);
      await this.prober.first(device, { atOnce: true });
    }
  }

  private async follow(device: Device, { baseUrl, token }: Target): Promise<void> {
    if (device.baseUrl === baseUrl && this.opens(device.tokenSealed) === token) return;
    const change = { baseUrl, tokenSealed: this.sealer.seal(token), updatedAt: this.clock.now() };
    await this.database.tx(async (tx) => {
      await tx.update(Device, { id: device.id }, change);
      await this.probes.forget(tx, device.id);
    });
    await this.pool.refresh();
  }

  /** `undefined`: encrypted with another DATA_KEY. */
  private opens(sealed: string): string | undefined {
    try {
      return this.sealer.open(sealed);
    } catch {
      return undefined;
    }
  }
}
