import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { Database } from '../../platform/database/index.js';
import { LANGUAGES } from '../../platform/text/message-template.rules.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Device, DeviceTemplate } from '../device.entities.js';
import { checksNumbers, settingsOf } from '../device-settings.rules.js';
import { channelOf } from '../driver-info.js';
import { driverNamed } from '../drivers/index.js';
import { AllowanceReservations } from './allowance-reservations.js';
import { type DeviceLimits, limitsOf } from './device-limits.rules.js';
import { LocalDeviceHealth } from './local-device-health.rules.js';
import { PooledDevice, type TemplateInUse } from './pooled-device.rules.js';

const REFRESH_MS = 2000;

/** The devices of the database, each with the local knowledge of this instance. */
@Injectable()
export class DeviceRegistry {
  private devices = new Map<number, PooledDevice>();
  private loadedAtMs = -Infinity;
  private loading: Promise<void> | undefined;
  private readonly personalLimits: DeviceLimits;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly reservations: AllowanceReservations,
  ) {
    this.personalLimits = {
      per_minute: config.DEVICE_PER_MINUTE || null,
      per_day: config.DEVICE_PER_DAY || null,
      new_per_day: config.DEVICE_NEW_PER_DAY || null,
      warmup_first_day: config.DEVICE_WARMUP_FIRST_DAY || null,
      pair_seconds: config.DEVICE_PAIR_SECONDS || null,
    };
  }

  /** All devices as of the last load. */
  get all(): PooledDevice[] {
    return [...this.devices.values()];
  }

  find(id: number): PooledDevice | undefined {
    return this.devices.get(id);
  }

  /** The device of a row, which may be newer than the last load. */
  of(row: Device): PooledDevice {
    return this.devices.get(row.id) ?? this.pooled(row, undefined);
  }

  /** Reloads the list if it is too old. Returns true to one of the callers that waited for a load. */
  async fresh(): Promise<boolean> {
    if (performance.now() - this.loadedAtMs < REFRESH_MS) return false;
    const isFirst = this.loading === undefined;
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
    return isFirst;
  }

  async refresh(): Promise<void> {
    // A load in progress may have read the old rows.
    await this.loading?.catch(() => undefined);
    this.loadedAtMs = -Infinity;
    await this.fresh();
  }

  private async load(): Promise<void> {
    const startedAtMs = performance.now();
    const rows = await this.database.read.find(Device, { order: { id: 'ASC' } });
    const isTemplated = rows.some(({ driver }) => driverNamed(driver)?.templateOf);
    const templates = isTemplated ? await this.database.read.find(DeviceTemplate) : [];
    const known = this.devices;
    this.devices = new Map(rows.map((row) => [row.id, this.pooled(row, known.get(row.id))]));
    for (const pooled of this.devices.values()) {
      pooled.templates = templatesInUse(pooled.device, templates);
      pooled.portfolio = portfolioOf(pooled.device, rows);
    }
    for (const id of known.keys()) if (!this.devices.has(id)) this.reservations.forget(id);
    await this.reservations.refresh(this.all.filter(({ isCapped }) => isCapped));
    this.loadedAtMs = startedAtMs;
  }

  /** A device that moved or was resumed starts with a clean record. */
  private pooled(row: Device, known: PooledDevice | undefined): PooledDevice {
    // An unknown driver sends nothing; the strict limits do no harm.
    const info = driverNamed(row.driver)?.info;
    const account = info?.account ?? 'personal';
    const limits = limitsOf(account, row.limits, this.personalLimits);
    // Reserved blocks depend on limits, which may have changed.
    if (known && known.device.updatedAt.getTime() !== row.updatedAt.getTime())
      this.reservations.forget(row.id);
    const pooled = known && isSame(known.device, row) ? known : this.create(row, limits);
    pooled.device = row;
    pooled.limits = limits;
    pooled.channel = channelOf(info);
    pooled.checksNumbers = checksNumbers(row, info);
    pooled.receivesTexts = info?.capabilities.inbound ?? false;
    // Meta restricts an account for all recipients.
    pooled.keepsChats = account !== 'business';
    return pooled;
  }

  private create(row: Device, limits: DeviceLimits): PooledDevice {
    const { DEVICE_COOLDOWN_SECONDS, DEVICE_TRIAL_SECONDS } = this.config;
    const localHealth = new LocalDeviceHealth(DEVICE_COOLDOWN_SECONDS * 1000);
    return new PooledDevice(row, limits, localHealth, DEVICE_TRIAL_SECONDS, this.calendar);
  }
}

/** Rows of the templates that its settings name. */
function templatesInUse({ id, driver, settings }: Device, rows: readonly DeviceTemplate[]): TemplateInUse[] {
  const { info, templateOf } = driverNamed(driver) ?? {};
  if (!info || !templateOf) return [];
  const keys = LANGUAGES.map((language) => ({
    language,
    key: templateOf(settingsOf(info, settings), language),
  }));
  return rows.flatMap((row) => {
    const of = keys.filter(({ key }) => key.name === row.name && key.language === row.language);
    const languages = of.map(({ language }) => language);
    return row.deviceId === id && languages.length > 0 ? [{ ...row, languages }] : [];
  });
}

function portfolioOf({ id, driver, portfolioId }: Device, rows: readonly Device[]): number[] {
  const others = rows.filter((row) => row.driver === driver && row.portfolioId === portfolioId);
  return portfolioId === null ? [id] : others.map((row) => row.id);
}

function isSame(known: Device, row: Device): boolean {
  return (
    known.baseUrl === row.baseUrl &&
    known.tokenSealed === row.tokenSealed &&
    known.driver === row.driver &&
    known.judgedFrom?.getTime() === row.judgedFrom?.getTime()
  );
}
