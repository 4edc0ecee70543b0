import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { Database } from '../../platform/database/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Device } from '../device.entity.js';
import { checksNumbers } from '../device-settings.rules.js';
import { driverNamed } from '../drivers/index.js';
import { DeviceClaims } from './device-claims.js';
import { DeviceFindings } from './device-findings.rules.js';
import { type DeviceLimits, limitsOf } from './device-limits.rules.js';
import { PooledDevice } from './pooled-device.rules.js';

/** How old the list may be: another instance's change of a device holds here after that. */
const REFRESH_MS = 2000;

/** The devices as the database has them, each with what this instance has found out about it. */
@Injectable()
export class DeviceRoster {
  private devices = new Map<number, PooledDevice>();
  private loadedAtMs = -Infinity;
  private loading: Promise<void> | undefined;
  private readonly personalLimits: DeviceLimits;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly claims: DeviceClaims,
  ) {
    this.personalLimits = {
      per_minute: config.DEVICE_PER_MINUTE || null,
      per_day: config.DEVICE_PER_DAY || null,
      new_per_day: config.DEVICE_NEW_PER_DAY || null,
      warmup_first_day: config.DEVICE_WARMUP_FIRST_DAY || null,
      pair_seconds: config.DEVICE_PAIR_SECONDS || null,
    };
  }

  /** As of the last load. */
  get all(): PooledDevice[] {
    return [...this.devices.values()];
  }

  find(id: number): PooledDevice | undefined {
    return this.devices.get(id);
  }

  /** Of a row that may be newer than the last load. */
  of(row: Device): PooledDevice {
    return this.devices.get(row.id) ?? this.pooled(row, undefined);
  }

  /** Reads the devices when the list is too old; true when it did. */
  async fresh(): Promise<boolean> {
    if (performance.now() - this.loadedAtMs < REFRESH_MS) return false;
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
    return true;
  }

  /** Reads the devices again, after one of them was changed. */
  async refresh(): Promise<void> {
    // A load under way may have read what was before the change.
    await this.loading?.catch(() => undefined);
    this.loadedAtMs = -Infinity;
    await this.fresh();
  }

  private async load(): Promise<void> {
    const startedAtMs = performance.now();
    const rows = await this.database.read.find(Device, { order: { id: 'ASC' } });
    const known = this.devices;
    this.devices = new Map(rows.map((row) => [row.id, this.pooled(row, known.get(row.id))]));
    for (const id of known.keys()) if (!this.devices.has(id)) this.claims.forget(id);
    await this.claims.look(this.all.filter(({ isCapped }) => isCapped).map(({ id }) => id));
    this.loadedAtMs = startedAtMs;
  }

  /** A device that was pointed elsewhere, or resumed, starts afresh. */
  private pooled(row: Device, known: PooledDevice | undefined): PooledDevice {
    // This version does not know the driver, so nothing is sent; the strict limits do no harm.
    const info = driverNamed(row.driver)?.info;
    const account = info?.account ?? 'personal';
    const limits = limitsOf(account, row.limits, this.personalLimits);
    // The blocks were reserved under limits that may have changed.
    if (known && known.device.updatedAt.getTime() !== row.updatedAt.getTime()) this.claims.forget(row.id);
    const pooled = known && isSame(known.device, row) ? known : this.anew(row, limits);
    pooled.device = row;
    pooled.limits = limits;
    pooled.checksNumbers = checksNumbers(row, info);
    // Meta holds an account back for everybody.
    pooled.keepsChats = account !== 'business';
    return pooled;
  }

  private anew(row: Device, limits: DeviceLimits): PooledDevice {
    const { DEVICE_COOLDOWN_SECONDS, DEVICE_TRIAL_SECONDS } = this.config;
    const findings = new DeviceFindings(DEVICE_COOLDOWN_SECONDS * 1000);
    return new PooledDevice(row, limits, findings, DEVICE_TRIAL_SECONDS, this.calendar);
  }
}

function isSame(known: Device, row: Device): boolean {
  return (
    known.baseUrl === row.baseUrl &&
    known.tokenSealed === row.tokenSealed &&
    known.driver === row.driver &&
    known.judgedFrom?.getTime() === row.judgedFrom?.getTime()
  );
}
