import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../common/clock.js';
import { LOGGER } from '../common/common.module.js';
import { Config } from '../common/config/index.js';
import { Database } from '../common/database/index.js';
import { Metrics } from '../common/observability/index.js';
import { choose } from './choice.js';
import { DeviceHealth, type ProbeResult } from './device-health.js';
import { Device } from './device.entity.js';
import type { DriverOutcome, Health } from './driver.js';

/** How old the list may be: another instance's change of a device holds here after that. */
const REFRESH_MS = 2000;

export const DEVICE_CONDITIONS = ['available', 'cooling', 'disconnected', 'draining', 'disabled'] as const;
export type DeviceCondition = (typeof DEVICE_CONDITIONS)[number];

interface Entry {
  device: Device;
  health: DeviceHealth;
}

/** The devices that sends go through, and what this instance has found out about them. */
@Injectable()
export class DevicePool {
  private entries = new Map<number, Entry>();
  private loadedAtMs = -Infinity;
  private loading: Promise<void> | undefined;
  private picks = 0;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A device for a send, not one of `exclude`; `undefined` when there is none, or none that is well. */
  async pick(exclude: ReadonlySet<number> = new Set()): Promise<Device | undefined> {
    await this.fresh();
    const now = this.clock.now();
    const candidates = this.sending()
      .filter(({ device }) => !exclude.has(device.id))
      .map((entry) => entry.health.candidate(entry, now));
    const chosen = choose(candidates)?.subject;
    if (chosen) chosen.health.lastUsed = ++this.picks;
    return chosen?.device;
  }

  /** Whether pick() would find one. */
  async isAvailable(): Promise<boolean> {
    await this.fresh();
    const now = this.clock.now();
    return choose(this.sending().map((entry) => entry.health.candidate(entry, now))) !== undefined;
  }

  /** Tells what a send through a device came to. */
  report(device: Device, outcome: DriverOutcome): void {
    this.learn(device, (health) => health.report(outcome, this.clock.now()));
  }

  /** Tells what a probe of a device came to. */
  probed(device: Device, found: Health): void {
    this.learn(device, (health) => health.probed(found, this.clock.now()));
  }

  /** Reads the devices anew, for whoever has just changed one. */
  async refresh(): Promise<void> {
    // A load under way may have read what was before the change.
    await this.loading?.catch(() => undefined);
    this.loadedAtMs = -Infinity;
    await this.fresh();
  }

  /** The devices worth probing: active and draining ones. */
  async probable(): Promise<{ device: Device; isSuspect: boolean }[]> {
    await this.fresh();
    const now = this.clock.now();
    return [...this.entries.values()]
      .filter(({ device }) => device.state !== 'disabled')
      .map(({ device, health }) => ({ device, isSuspect: health.isSuspect(now) }));
  }

  conditionOf(device: Device): DeviceCondition {
    if (device.state !== 'active') return device.state;
    const standing = this.entries.get(device.id)?.health.standing(this.clock.now()) ?? 'available';
    return standing === 'demoted' ? 'cooling' : standing;
  }

  lastProbeOf({ id }: Device): ProbeResult | null {
    return this.entries.get(id)?.health.lastProbe ?? null;
  }

  /** Brings the gauge up to date; a rest ends without anyone calling. */
  measure(): void {
    const conditions = [...this.entries.values()].map(({ device }) => this.conditionOf(device));
    for (const condition of DEVICE_CONDITIONS)
      this.metrics.devices.set({ condition }, conditions.filter((found) => found === condition).length);
  }

  private learn(device: Device, tell: (health: DeviceHealth) => void): void {
    const health = this.entries.get(device.id)?.health;
    if (!health) return;
    const before = health.standing(this.clock.now());
    tell(health);
    const after = health.standing(this.clock.now());
    if (after === before) return;
    const level = after === 'available' ? 'info' : 'warn';
    this.logger[level]({ deviceId: device.id, standing: after }, 'device standing');
    this.measure();
  }

  private sending(): Entry[] {
    return [...this.entries.values()].filter(({ device }) => device.state === 'active');
  }

  private async fresh(): Promise<void> {
    if (performance.now() - this.loadedAtMs < REFRESH_MS) return;
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
  }

  private async load(): Promise<void> {
    const startedAtMs = performance.now();
    const devices = await this.database.read.find(Device, { order: { id: 'ASC' } });
    this.entries = new Map(
      devices.map((device) => [device.id, { device, health: this.healthOf(device) }] as const),
    );
    this.loadedAtMs = startedAtMs;
    this.measure();
  }

  /** A device that was pointed elsewhere starts afresh. */
  private healthOf(device: Device): DeviceHealth {
    const known = this.entries.get(device.id);
    const isSame =
      known?.device.baseUrl === device.baseUrl &&
      known.device.tokenSealed === device.tokenSealed &&
      known.device.driver === device.driver;
    return known && isSame ? known.health : new DeviceHealth(this.config.DEVICE_COOLDOWN_SECONDS * 1000);
  }
}
