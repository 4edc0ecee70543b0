import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { And, type EntityManager, IsNull, LessThan, LessThanOrEqual, MoreThan, Not, Or } from 'typeorm';
import { Sweepers } from '../../common/background/sweepers.js';
import { Database, purge } from '../../common/database/index.js';
import { LOGGER } from '../../common/observability/logger-token.js';
import { addSeconds, Clock } from '../../common/time/clock.js';
import { Device } from '../device.entity.js';
import { DeviceAlert } from './device-alert.entity.js';

/** As long as the alerts to the operator are kept. */
const KEPT_SECONDS = 90 * 86_400;

/** The columns of a device that starts again with a clean record. */
export const afresh = (now: Date) =>
  ({
    judgedFrom: now,
    reportsSince: null,
    degradedSince: null,
    trials: 0,
    restrictedUntil: null,
  }) satisfies Partial<Device>;

/**
 * What one instance finds out about a device, stored so that all instances know it, also after a restart. The first
 * instance that stores it raises the alert.
 */
@Injectable()
export class SharedMarks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    sweepers: Sweepers,
  ) {
    sweepers.purge('alerts of devices', (limit) => this.purge(limit));
  }

  /** WhatsApp restricts the device. An end that is known already never becomes an earlier one. */
  async restrict({ id }: Device, until: Date): Promise<void> {
    const now = this.clock.now();
    const isNew = await this.database.tx(async (tx) => {
      const isFree = { id, restrictedUntil: Or(IsNull(), LessThanOrEqual(now)) };
      const { affected } = await tx.update(Device, isFree, { restrictedUntil: until });
      if (affected === 1) {
        const detail = `restricted until ${until.toISOString()}`;
        await tx.insert(DeviceAlert, {
          deviceId: id,
          kind: 'restricted',
          detail,
          raisedAt: now,
          endedAt: until,
        });
        return true;
      }
      await tx.update(Device, { id, restrictedUntil: LessThan(until) }, { restrictedUntil: until });
      const shorter = {
        deviceId: id,
        kind: 'restricted',
        endedAt: And(MoreThan(now), LessThan(until)),
      } as const;
      await tx.update(DeviceAlert, shorter, { endedAt: until });
      return false;
    });
    if (isNew) this.logger.warn({ deviceId: id, until }, 'device restricted');
  }

  /** A probe has seen it connected, at the address that it has now. */
  async link({ id, baseUrl }: Device): Promise<void> {
    const change = { linkedAt: this.clock.now() };
    const isNew = await this.database.tx(async (tx) => {
      const { affected } = await tx.update(Device, { id, baseUrl, linkedAt: IsNull() }, change);
      return affected === 1;
    });
    if (isNew) this.logger.info({ deviceId: id }, 'device linked');
  }

  /** The device accepts messages, and no acknowledgement comes. */
  async degrade({ id }: Device, unheard: number): Promise<void> {
    const now = this.clock.now();
    const detail = `${unheard} messages without acknowledgement`;
    const isFirst = await this.database.tx(async (tx) => {
      const change = { degradedSince: now, trials: 0 };
      const { affected } = await tx.update(Device, { id, degradedSince: IsNull() }, change);
      if (affected !== 1) return false;
      await tx.insert(DeviceAlert, { deviceId: id, kind: 'degraded', detail, raisedAt: now, endedAt: null });
      return true;
    });
    if (isFirst) this.logger.warn({ deviceId: id, unheard }, 'device degraded');
  }

  /** An acknowledgement came again. */
  async recover({ id }: Device): Promise<void> {
    const isFirst = await this.database.tx(async (tx) => {
      const change = { degradedSince: null, trials: 0 };
      const { affected } = await tx.update(Device, { id, degradedSince: Not(IsNull()) }, change);
      if (affected !== 1) return false;
      await this.endAlerts(tx, id);
      return true;
    });
    if (isFirst) this.logger.info({ deviceId: id }, 'device recovered');
  }

  /** Its first delivery report has come in. */
  async reports({ id }: Device): Promise<void> {
    const change = { reportsSince: this.clock.now() };
    await this.database.tx((tx) => tx.update(Device, { id, reportsSince: IsNull() }, change));
  }

  /** Deletes alerts that ended long ago. */
  private purge(limit: number): Promise<number> {
    const endedAt = LessThan(addSeconds(this.clock.now(), -KEPT_SECONDS));
    return purge(this.database, DeviceAlert, { where: { endedAt }, by: 'id' }, limit);
  }

  /** Ends the open alerts of a device, in the transaction that ends their cause. */
  async endAlerts(tx: EntityManager, deviceId: number): Promise<void> {
    const endedAt = this.clock.now();
    await tx.update(DeviceAlert, { deviceId, endedAt: Or(IsNull(), MoreThan(endedAt)) }, { endedAt });
  }
}
