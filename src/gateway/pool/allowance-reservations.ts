import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not, Or } from 'typeorm';
import { Config } from '../../config/index.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, isUniqueViolation, purge } from '../../platform/database/index.js';
import type { Indexes } from '../../platform/security/hashing.js';
import { Calendar } from '../../platform/time/calendar.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { Device, DeviceAllowance, DevicePair } from '../device.entities.js';
import { type Allowance, PAIR_SECONDS_MAX, type Period, periodOf } from './device-limits.rules.js';
import type { AllowanceUse, Need, PooledDevice } from './pooled-device.rules.js';
import { ReservedAllowances } from './reserved-allowances.rules.js';

export interface Reservation {
  /** Returns the allowances. Only if provably nothing was sent. */
  release(): void;
}

interface Wanted extends AllowanceUse {
  period: string;
  nextPeriod: string;
}

const BLOCK_MAX = 50;
/** A block is one of so many equal parts of a process's share of the cap, within 1 and BLOCK_MAX. */
const BLOCKS_PER_CAP = 8;
const INSERT_ATTEMPTS_MAX = 3;

/** Thrown to roll back when an allowance cannot be reserved. `spent`: the allowance that is used up. */
class AllowanceUsedUpError extends Error {
  constructor(readonly spent?: Wanted) {
    super();
  }
}

/**
 * Reserves parts of the devices' limits for this instance: in blocks by conditional updates, so that limits hold for
 * all instances, and most sends need no query.
 */
@Injectable()
export class AllowanceReservations {
  private readonly reserved = new ReservedAllowances();
  /** Devices with a reservation in progress. */
  private readonly reserving = new Map<number, Promise<void>>();

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
    sweepers: Sweepers,
  ) {
    sweepers.purge('pairs of devices and recipients', (limit) => this.purge(limit));
  }

  /** Uses one of each allowance that a send needs. `undefined`: one is used up; choose another device. */
  async take(need: Need): Promise<Reservation | undefined> {
    const { deviceId, uses } = need;
    const wanted = this.wantedOf(uses);
    for (let other; (other = this.worthWaiting(deviceId, wanted));) {
      await other;
      if (this.spentUntil(uses)) return undefined;
    }
    // No await since the check above, so no other send can use the allowances in between.
    const held = wanted.filter(({ ownerId, allowance, period }) =>
      this.reserved.spend(ownerId, allowance, period),
    );
    const missing = wanted.filter((one) => !held.includes(one));
    const isPaired = need.pairSeconds !== null && need.recipient !== undefined;
    if (missing.length === 0 && !isPaired && need.trialsBefore === undefined)
      return { release: () => this.release(held) };
    try {
      await this.alone(deviceId, missing, () => this.reserve(need, missing));
    } catch (error) {
      this.release(held);
      if (error instanceof AllowanceUsedUpError) return undefined;
      throw error;
    }
    return { release: () => this.release(wanted) };
  }

  /** When the allowances are available again; `undefined`: now, as far as this instance knows. */
  spentUntil(uses: readonly AllowanceUse[]): Date | undefined {
    const now = this.clock.now();
    const ends = this.wantedOf(uses)
      .filter(({ ownerId, allowance, period, cap }) => this.reserved.isSpent(ownerId, allowance, period, cap))
      .map(({ allowance }) => this.periodOf(allowance, now).endsAt);
    return ends.sort((a, b) => b.getTime() - a.getTime())[0];
  }

  usedOf({ ownerId, allowance }: AllowanceUse): { used: number; endsAt: Date } {
    const { key, endsAt } = this.periodOf(allowance, this.clock.now());
    return { used: this.reserved.usedOf(ownerId, allowance, key), endsAt };
  }

  /** Reads what all instances have reserved of these devices and their portfolios. */
  async refresh(devices: readonly Pick<PooledDevice, 'portfolio'>[]): Promise<void> {
    if (devices.length === 0) return;
    const deviceIds = [...new Set(devices.flatMap(({ portfolio }) => portfolio))];
    const rows = await this.database.read.findBy(DeviceAllowance, { deviceId: In(deviceIds) });
    const now = this.clock.now();
    for (const { deviceId, allowance, period, taken } of rows)
      if (this.periodOf(allowance, now).key === period)
        this.reserved.note(deviceId, allowance, period, taken);
  }

  forget(deviceId: number): void {
    this.reserved.forget(deviceId);
  }

  /** Devices that may not write to a recipient yet, and until when. */
  async pairsOf(recipient: Indexes): Promise<Map<number, Date>> {
    const where = { recipientIndex: In([...recipient]), expiresAt: Not(isOver(this.clock.now())) };
    const pairs = await this.database.read.findBy(DevicePair, where);
    return new Map(pairs.map(({ deviceId, expiresAt }) => [deviceId, expiresAt]));
  }

  private purge(limit: number): Promise<number> {
    const where = { expiresAt: LessThanOrEqual(this.clock.now()) };
    return purge(this.database, DevicePair, { where, by: 'recipientIndex' }, limit);
  }

  /** Waits while another send reserves a block of the device, which may be enough for both. */
  private worthWaiting(deviceId: number, wanted: Wanted[]): Promise<void> | undefined {
    const isShort = wanted.some(
      ({ ownerId, allowance, period }) => !this.reserved.has(ownerId, allowance, period),
    );
    return isShort ? this.reserving.get(deviceId) : undefined;
  }

  /** Runs `work`. If allowances are missing, other sends of the device wait for its result. */
  private async alone(deviceId: number, missing: Wanted[], work: () => Promise<void>): Promise<void> {
    if (missing.length === 0) return work();
    const run = work();
    const ended = run.catch(() => undefined).finally(() => this.reserving.delete(deviceId));
    this.reserving.set(deviceId, ended);
    return run;
  }

  private release(ones: Wanted[]): void {
    for (const { ownerId, allowance, period } of ones) this.reserved.release(ownerId, allowance, period);
  }

  private wantedOf(uses: readonly AllowanceUse[]): Wanted[] {
    const now = this.clock.now();
    return uses.map((use) => {
      const { key: period, endsAt } = this.periodOf(use.allowance, now);
      return { ...use, period, nextPeriod: this.periodOf(use.allowance, endsAt).key };
    });
  }

  private periodOf(allowance: Allowance, now: Date): Period {
    return periodOf(allowance, now, this.calendar);
  }

  /** Reserves all allowances in one transaction, or none, then uses one of each. */
  private async reserve(need: Need, missing: Wanted[], attempt = 1): Promise<void> {
    try {
      const blocks = await this.database.tx(async (tx) => {
        await this.takeTrial(tx, need);
        await this.takePair(tx, need);
        const taken: number[] = [];
        for (const wanted of missing) {
          const block = await this.takeBlock(tx, wanted);
          if (block === 0) throw new AllowanceUsedUpError(wanted);
          taken.push(block);
        }
        return taken;
      });
      missing.forEach(({ ownerId, allowance, period }, i) => {
        this.reserved.add(ownerId, allowance, period, blocks[i] ?? 0);
        this.reserved.spend(ownerId, allowance, period);
      });
    } catch (error) {
      // Another instance inserted the row first.
      if (isUniqueViolation(error) && attempt < INSERT_ATTEMPTS_MAX)
        return this.reserve(need, missing, attempt + 1);
      if (isUniqueViolation(error)) throw new AllowanceUsedUpError();
      const spent = error instanceof AllowanceUsedUpError ? error.spent : undefined;
      if (spent) this.reserved.note(spent.ownerId, spent.allowance, spent.period, spent.cap);
      throw error;
    }
  }

  private async takeTrial(tx: EntityManager, { deviceId: id, trialsBefore: trials }: Need): Promise<void> {
    if (trials === undefined) return;
    const before = { id, trials, degradedSince: Not(IsNull()) };
    const { affected } = await tx.update(Device, before, { trials: trials + 1 });
    if (affected !== 1) throw new AllowanceUsedUpError();
  }

  private async takePair(tx: EntityManager, need: Need): Promise<void> {
    const { deviceId, recipient, pairSeconds } = need;
    if (pairSeconds === null || recipient === undefined) return;
    const now = this.clock.now();
    const expiresAt = addSeconds(now, pairSeconds);
    const pair = { recipientIndex: recipient[0], deviceId };
    const rows = await this.database.lockRows(tx, DevicePair, 'recipientIndex', recipient, { deviceId });
    if (!rows.every((row) => mayWriteAgain(row, now))) throw new AllowanceUsedUpError();
    if (rows.some((row) => row.recipientIndex === pair.recipientIndex))
      await tx.update(DevicePair, pair, { expiresAt });
    else await tx.insert(DevicePair, { ...pair, expiresAt });
  }

  /**
   * Reserves a whole block or what is left; 0: nothing is left. The first instance in a new window resets the
   * row; others wait for its lock. A row in the next window is from an instance whose clock is slightly ahead.
   * A row further ahead is from a wrong clock, and is reset too.
   */
  private async takeBlock(
    tx: EntityManager,
    { ownerId, allowance, period, nextPeriod, cap }: Wanted,
  ): Promise<number> {
    const row = { deviceId: ownerId, allowance };
    const stale = { ...row, period: Or(LessThan(period), MoreThan(nextPeriod)) };
    await tx.update(DeviceAllowance, stale, { period, taken: 0 });
    const whole = this.blockOf(cap);
    for (let block = whole; block >= 1; block = Math.floor(block / 2)) {
      const fits = { ...row, taken: LessThanOrEqual(cap - block) };
      const { affected } = await tx.update(DeviceAllowance, fits, { taken: () => `taken + ${block}` });
      if (affected === 1) return block;
    }
    if (await tx.existsBy(DeviceAllowance, row)) return 0;
    await tx.insert(DeviceAllowance, { ...row, period, taken: whole });
    return whole;
  }

  private blockOf(cap: number): number {
    const share = Math.floor(cap / (BLOCKS_PER_CAP * this.config.processes));
    return Math.min(cap, Math.max(1, Math.min(BLOCK_MAX, share)));
  }
}

const mayWriteAgain = ({ expiresAt }: DevicePair, now: Date) =>
  expiresAt <= now || expiresAt > addSeconds(now, 2 * PAIR_SECONDS_MAX);

/** {@link mayWriteAgain} as a condition. An end beyond the longest limit is from a wrong clock and is ignored. */
const isOver = (now: Date) => Or(LessThanOrEqual(now), MoreThan(addSeconds(now, 2 * PAIR_SECONDS_MAX)));
