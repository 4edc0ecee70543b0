import { Inject, Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, LessThan, LessThanOrEqual, MoreThan, Not, Or } from 'typeorm';
import { Database } from '../../platform/database/index.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { Clock } from '../../platform/time/clock.js';
import { Device } from '../device.entities.js';
import type { BusinessAccount, NewChatQuota } from '../driver.js';
import { FAILING_AFTER } from './send-failures.rules.js';

/** The account of a device whose number may have changed; the next probe finds the new one. */
export const UNKNOWN_ACCOUNT = {
  accountId: null,
  portfolioId: null,
  messagingLimit: null,
} satisfies BusinessAccount;

export const NO_FAILURES = { failures: 0, failingSince: null, lastFailure: null } satisfies Partial<Device>;

/** The columns of a device that starts with a clean record. */
export const cleanRecord = (now: Date) =>
  ({
    judgedFrom: now,
    reportsSince: null,
    degradedSince: null,
    trials: 0,
    restrictedUntil: null,
    newChats: null,
    ...NO_FAILURES,
  }) satisfies Partial<Device>;

/** Stores the findings of one instance about a device for all instances. Alerts are based on them. */
@Injectable()
export class DeviceHealthStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Stores the end of a restriction, which never moves to an earlier time. */
  async restrict({ id }: Device, until: Date): Promise<void> {
    const now = this.clock.now();
    const isNew = await this.database.tx(async (tx) => {
      const isFree = { id, restrictedUntil: Or(IsNull(), LessThanOrEqual(now)) };
      const { affected } = await tx.update(Device, isFree, { restrictedUntil: until });
      if (affected === 1) return true;
      await tx.update(Device, { id, restrictedUntil: LessThan(until) }, { restrictedUntil: until });
      return false;
    });
    if (isNew) this.logger.warn({ deviceId: id, until }, 'device restricted');
  }

  /** The latest quota counts, even if it ends a restriction early. */
  async setNewChats({ id, baseUrl }: Device, newChats: NewChatQuota): Promise<void> {
    await this.change({ id, baseUrl }, { newChats });
  }

  /** Stores that a probe found the device connected at its current address. */
  async link({ id, baseUrl }: Device): Promise<void> {
    const isNew = await this.change({ id, baseUrl, linkedAt: IsNull() }, { linkedAt: this.clock.now() });
    if (isNew) this.logger.info({ deviceId: id }, 'device linked');
  }

  /** Stores the account that the gateway named. Returns whether anything is new. */
  async identify({ id, baseUrl, ...known }: Device, account: BusinessAccount): Promise<boolean> {
    const { accountId, portfolioId, messagingLimit } = account;
    const isKnown =
      known.accountId === accountId &&
      known.portfolioId === portfolioId &&
      known.messagingLimit === messagingLimit;
    if (isKnown) return false;
    await this.change({ id, baseUrl }, account);
    this.logger.info({ deviceId: id, messagingLimit }, 'account of a device');
    return true;
  }

  /** Stores the number that the gateway reported; null: no phone is linked. Returns whether that is new. */
  async setNumber({ id, baseUrl, number }: Device, found: string | null | undefined): Promise<boolean> {
    if (found === undefined || found === number) return false;
    return this.change({ id, baseUrl }, { number: found });
  }

  /** Marks a device as degraded: it accepts messages, but reports are missing. */
  async degrade({ id }: Device, unreported: number): Promise<void> {
    const degraded = { degradedSince: this.clock.now(), trials: 0 };
    if (await this.change({ id, degradedSince: IsNull() }, degraded))
      this.logger.warn({ deviceId: id, unreported }, 'device degraded');
  }

  async recover({ id }: Device): Promise<void> {
    if (await this.change({ id, degradedSince: Not(IsNull()) }, { degradedSince: null, trials: 0 }))
      this.logger.info({ deviceId: id }, 'device recovered');
  }

  /** Stores that the device's first delivery report arrived. */
  async setReporting({ id }: Device): Promise<void> {
    await this.change({ id, reportsSince: IsNull() }, { reportsSince: this.clock.now() });
  }

  /** Counts a message that the device did not accept. After FAILING_AFTER in a row, it is failing. */
  async failed({ id, baseUrl }: Device, words: string): Promise<void> {
    const failingSince = this.clock.now();
    const isNew = await this.database.tx(async (tx) => {
      const notFailing = { id, baseUrl, failures: LessThan(FAILING_AFTER) };
      const change = { failures: () => 'failures + 1', lastFailure: words };
      const { affected } = await tx.update(Device, notFailing, change);
      if (affected !== 1) return false;
      const failing = { id, failures: FAILING_AFTER, failingSince: IsNull() };
      return (await tx.update(Device, failing, { failingSince })).affected === 1;
    });
    if (isNew) this.logger.warn({ deviceId: id, reason: words }, 'device failing');
  }

  async accepted({ id }: Device): Promise<void> {
    if (await this.change({ id, failures: MoreThan(0) }, NO_FAILURES))
      this.logger.info({ deviceId: id }, 'device accepts messages');
  }

  /** Changes the device only if it matches `where`. Returns whether it did. */
  private async change(where: FindOptionsWhere<Device>, change: Partial<Device>): Promise<boolean> {
    const { affected } = await this.database.tx((tx) => tx.update(Device, where, change));
    return affected === 1;
  }
}
