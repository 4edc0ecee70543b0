import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../../common/clock.js';
import { LOGGER } from '../../common/common.module.js';
import { Config } from '../../common/config/index.js';
import { BrokenDeviceError, DeviceLinks } from '../device-link.js';
import { DevicePool } from './device-pool.js';
import type { Device } from '../device.entity.js';
import type { Health } from '../driver.js';

const TICK_MS = 1000;
const PROBE_TIMEOUT_MS = 5000;
/** A device that is out comes back this soon after its gateway does, however seldom the others are asked. */
const SUSPECT_SECONDS = 2;
const PROBES_AT_ONCE = 16;

export interface Probe {
  health: Health;
  durationMs: number;
}

/** Asks devices how they are, each every DEVICE_PROBE_SECONDS, and tells the pool. */
@Injectable()
export class DeviceProber implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private readonly underWay = new Map<number, AbortController>();
  /** When each device was last asked, on the process's own clock. */
  private askedAtMs = new Map<number, number>();

  constructor(
    private readonly pool: DevicePool,
    private readonly links: DeviceLinks,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tick(), TICK_MS).unref();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearInterval(this.timer);
    for (const controller of this.underWay.values()) controller.abort();
  }

  /** Asks one device now. */
  async probe(device: Device): Promise<Probe> {
    const startedAtMs = performance.now();
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), PROBE_TIMEOUT_MS).unref();
    this.underWay.set(device.id, controller);
    try {
      const health = await this.ask(device, controller.signal);
      this.pool.probed(device, health);
      return { health, durationMs: Math.round(performance.now() - startedAtMs) };
    } finally {
      clearTimeout(timer);
      this.underWay.delete(device.id);
    }
  }

  private async ask(device: Device, signal: AbortSignal): Promise<Health> {
    try {
      const { driver, access } = this.links.to(device);
      return await driver.health(access, signal);
    } catch (error) {
      if (error instanceof BrokenDeviceError) return { verdict: 'disconnected', detail: error.message };
      throw error;
    }
  }

  /** Probes those whose turn it is, a bounded number at once; whoever finds no place is asked at the next tick. */
  private async tick(): Promise<void> {
    try {
      const devices = await this.pool.watched();
      this.pool.measure();
      const known = new Set(devices.map(({ id }) => id));
      for (const id of this.askedAtMs.keys()) if (!known.has(id)) this.askedAtMs.delete(id);
      const now = this.clock.now();
      for (const { device, health } of devices)
        if (this.isDue(device, health.isSuspect(now))) this.begin(device);
    } catch (error) {
      // A tick that the stop has overtaken finds its database closed.
      if (this.isStopped) return;
      this.logger.warn({ err: { message: (error as Error).message } }, 'devices were not probed');
    }
  }

  private isDue({ id }: Device, isSuspect: boolean): boolean {
    if (this.isStopped || this.underWay.has(id) || this.underWay.size >= PROBES_AT_ONCE) return false;
    const { DEVICE_PROBE_SECONDS } = this.config;
    const everySeconds = isSuspect ? Math.min(SUSPECT_SECONDS, DEVICE_PROBE_SECONDS) : DEVICE_PROBE_SECONDS;
    const askedAtMs = this.askedAtMs.get(id) ?? -Infinity;
    // Ticks are never quite a second apart.
    return performance.now() - askedAtMs >= everySeconds * 1000 - TICK_MS / 2;
  }

  private begin(device: Device): void {
    this.askedAtMs.set(device.id, performance.now());
    this.probe(device).catch((error: unknown) => {
      this.logger.error({ deviceId: device.id, err: { message: (error as Error).message } }, 'probe failed');
    });
  }
}
