import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { EntityManager } from 'typeorm';
import { Database, isUniqueViolation } from '../../platform/database/index.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { type Device, DeviceTemplate } from '../device.entities.js';
import { DeviceLinks } from '../device-link.js';
import type { TemplateChange, TemplateDetails } from '../template.js';
import { DevicePool } from './device-pool.js';

/** The pause between two requests about one device. */
const PAUSE_SECONDS = 300;
const TIMEOUT_MS = 5000;
const DEVICES_MAX = 1000;

/** Stores the status of templates. Gateways report changes late and in any order: the newest counts. */
@Injectable()
export class DeviceTemplates {
  /** When this instance may ask again, by device. */
  private readonly nextAt = new LRUCache<number, Date>({ max: DEVICES_MAX });

  constructor(
    private readonly database: Database,
    private readonly pool: DevicePool,
    private readonly links: DeviceLinks,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async apply({ id: deviceId }: Pick<Device, 'id'>, changes: readonly TemplateChange[]): Promise<void> {
    for (const change of changes) {
      const isNew = await this.store(deviceId, change).catch((error: unknown) => {
        // Another instance inserted the row first.
        if (!isUniqueViolation(error)) throw error;
        return this.store(deviceId, change);
      });
      const { changedAt: _, ...reported } = change;
      const isBad = 'isUsable' in change && !change.isUsable;
      if (isNew) this.logger[isBad ? 'warn' : 'info']({ deviceId, ...reported }, 'template of a device');
    }
  }

  /** Stores templates as the gateway lists them now. Returns how many have a decided status. */
  async applyListed(
    device: Pick<Device, 'id'>,
    listed: readonly TemplateDetails[],
    changedAt: Date,
  ): Promise<number> {
    const decided = listed.filter(({ isDecided }) => isDecided);
    const changes = decided.map(({ name, language, status, isUsable, reason }) => ({
      ...{ name, language, status, isUsable, reason },
      changedAt,
    }));
    await this.apply(device, changes);
    return changes.length;
  }

  /** Asks a gateway again about templates that it refused: the callback that approves one may be lost. */
  async checkBlocked(device: Device): Promise<void> {
    const { accountId } = device;
    const blocked = this.pool.of(device).blockedTemplates;
    const now = this.clock.now();
    const nextAt = this.nextAt.get(device.id);
    if (accountId === null || blocked.length === 0 || (nextAt && now < nextAt)) return;
    this.nextAt.set(device.id, addSeconds(now, PAUSE_SECONDS));
    const { driver, access } = this.links.linkOf(device);
    const listed = await driver.templates?.list({ ...access, accountId }, AbortSignal.timeout(TIMEOUT_MS));
    if (listed?.kind !== 'done') return;
    const isBlocked = ({ name, language }: TemplateDetails) =>
      blocked.some((one) => one.name === name && one.language === language);
    await this.applyListed(device, listed.value.filter(isBlocked), this.clock.now());
    await this.pool.refresh();
  }

  async forget(tx: EntityManager, deviceId: number): Promise<void> {
    await tx.delete(DeviceTemplate, { deviceId });
  }

  /** Stores a change unless a newer one is stored. A row with another name is of a template that was used before. */
  private store(deviceId: number, { changedAt, ...change }: TemplateChange): Promise<boolean> {
    const key = { deviceId, language: change.language };
    return this.database.tx(async (tx) => {
      const row = await this.database.lockRow(tx, DeviceTemplate, key);
      const isSame = row?.name === change.name;
      const hasStatus = 'status' in change;
      if (isSame && hasStatus && row.status !== null && row.changedAt > changedAt) return false;
      if (isSame) await tx.update(DeviceTemplate, key, hasStatus ? { ...change, changedAt } : change);
      else if (row) await tx.update(DeviceTemplate, key, { ...NOTHING_KNOWN, ...change, changedAt });
      else await tx.insert(DeviceTemplate, { deviceId, ...NOTHING_KNOWN, ...change, changedAt });
      return true;
    });
  }
}

const NOTHING_KNOWN = { status: null, isUsable: true, reason: null, quality: null };
