import { Injectable } from '@nestjs/common';
import { type EntityManager, type FindOperator, IsNull, LessThanOrEqual, MoreThan, Or } from 'typeorm';
import { Config } from '../../config/index.js';
import { Database, isUniqueViolation } from '../../platform/database/index.js';
import { randomId, randomInt } from '../../platform/ids/random.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { type Device, DeviceProbe } from '../device.entities.js';
import type { Health } from '../driver.js';
import { driverNamed } from '../drivers/index.js';
import { type Cadence, doubtsAfter, pauseMaxSeconds, pauseSeconds } from './probe-schedule.rules.js';

/** A lease ends with the result. After a crash it ends after this time, longer than any probe. */
const LEASE_SECONDS = 10;
const DRAWS = 1000;
const DETAIL_MAX = 300;

export interface ProbeLease {
  id: string;
  doubts: number;
}

@Injectable()
export class ProbeStore {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<Map<number, DeviceProbe>> {
    const probes = await this.database.read.find(DeviceProbe);
    return new Map(probes.map((probe) => [probe.deviceId, probe]));
  }

  dueAt(device: Device, { dueAt, heldUntil }: DeviceProbe): Date {
    const now = this.clock.now();
    const far = addSeconds(now, 2 * pauseMaxSeconds(this.cadenceOf(device)));
    const due = dueAt > far ? now : dueAt;
    const held = heldUntil && heldUntil <= addSeconds(now, 2 * LEASE_SECONDS) ? heldUntil : now;
    return due > held ? due : held;
  }

  /** Leases a probe. `undefined`: not due, or leased by another instance. `atOnce`: takes the lease regardless. */
  async acquire(device: Device, { atOnce = false } = {}): Promise<ProbeLease | undefined> {
    const { id: deviceId } = device;
    const now = this.clock.now();
    const taken = { turn: randomId(), heldUntil: addSeconds(now, LEASE_SECONDS) };
    const free = {
      heldUntil: Or(IsNull(), ...isOver(now, 2 * LEASE_SECONDS)),
      dueAt: Or(...isOver(now, 2 * pauseMaxSeconds(this.cadenceOf(device)))),
    };
    try {
      return await this.database.tx(async (tx) => {
        const where = atOnce ? { deviceId } : { deviceId, ...free };
        const { affected } = await tx.update(DeviceProbe, where, taken);
        const probe = await tx.findOneBy(DeviceProbe, { deviceId });
        if (probe) return affected === 1 ? { id: taken.turn, doubts: probe.doubts } : undefined;
        await tx.insert(DeviceProbe, { deviceId, dueAt: now, doubts: 0, isUnusable: false, ...taken });
        return { id: taken.turn, doubts: 0 };
      });
    } catch (error) {
      // Another instance inserted the row first.
      if (isUniqueViolation(error)) return undefined;
      throw error;
    }
  }

  /** Ends a lease and stores the result. Changes nothing if another instance took the lease meanwhile. */
  async storeResult(device: Device, { id: turn, doubts }: ProbeLease, health: Health): Promise<void> {
    const now = this.clock.now();
    const { connection, detail, fault } = health;
    const after = doubtsAfter(doubts, health);
    const result = {
      ...ENDED,
      dueAt: addSeconds(now, pauseSeconds(after, this.cadenceOf(device), drawn())),
      doubts: after,
      answer: turn,
      answeredAt: now,
      connection,
      detail: detail?.slice(0, DETAIL_MAX) ?? null,
      isUnusable: fault === 'unusable',
    };
    await this.database.tx((tx) => tx.update(DeviceProbe, { deviceId: device.id, turn }, result));
  }

  /** Ends a lease without a result. */
  async release({ id: deviceId }: Device, { id: turn }: ProbeLease): Promise<void> {
    await this.database.tx((tx) => tx.update(DeviceProbe, { deviceId, turn }, ENDED));
  }

  /** Moves the next probe forward, as far as the gateway's minimum interval allows. */
  async scheduleSoon(device: Device): Promise<void> {
    const { id: deviceId } = device;
    const cadence = this.cadenceOf(device);
    const soon = addSeconds(this.clock.now(), pauseSeconds(1, { ...cadence, floorSeconds: 0 }, drawn()));
    await this.database.tx(async (tx) => {
      const probe = await tx.findOneBy(DeviceProbe, { deviceId });
      if (!probe?.answeredAt) return;
      const allowed = addSeconds(probe.answeredAt, cadence.floorSeconds);
      const dueAt = allowed > soon ? allowed : soon;
      await tx.update(DeviceProbe, { deviceId, dueAt: MoreThan(dueAt) }, { dueAt });
    });
  }

  /** Deletes the result, in the transaction that changes the device. */
  async forget(tx: EntityManager, deviceId: number): Promise<void> {
    await tx.delete(DeviceProbe, { deviceId });
  }

  private cadenceOf({ driver }: Device): Cadence {
    const floorSeconds = driverNamed(driver)?.info.probeFloorSeconds ?? 0;
    return { everySeconds: this.config.DEVICE_PROBE_SECONDS, floorSeconds };
  }
}

const drawn = () => randomInt(DRAWS + 1) / DRAWS;

const ENDED = { turn: null, heldUntil: null };

/** Matches due moments, and those that a wrong clock stored. */
const isOver = (now: Date, farSeconds: number): FindOperator<Date>[] => [
  LessThanOrEqual(now),
  MoreThan(addSeconds(now, farSeconds)),
];
