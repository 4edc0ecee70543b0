import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, isUniqueViolation } from '../../platform/database/index.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { type Device, DeviceTemplate } from '../device.entities.js';
import type { TemplateChange, TemplateDetails } from '../template.js';

/** Stores the status of templates. Gateways report changes late and in any order: the newest counts. */
@Injectable()
export class DeviceTemplates {
  constructor(
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async apply({ id: deviceId }: Pick<Device, 'id'>, changes: readonly TemplateChange[]): Promise<void> {
    for (const change of changes) {
      const isNew = await this.store(deviceId, change).catch((error: unknown) => {
        // Another instance inserted the row first.
        if (!isUniqueViolation(error)) throw error;
        return this.store(deviceId, change);
      });
      const { changedAt: _, ...told } = change;
      const isBad = 'isUsable' in change && !change.isUsable;
      if (isNew) this.logger[isBad ? 'warn' : 'info']({ deviceId, ...told }, 'template of a device');
    }
  }

  /** Templates as the gateway lists them, which is newer than any callback before. Returns how many have a status. */
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

  async forget(tx: EntityManager, deviceId: number): Promise<void> {
    await tx.delete(DeviceTemplate, { deviceId });
  }

  /** A row of another name is of the template before. */
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
