import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../../common/clock.js';
import { LOGGER } from '../../common/common.module.js';
import { Config } from '../../common/config/index.js';
import { inTime } from '../../common/in-time.js';
import { BrokenDeviceError, DeviceLinks } from '../device-link.js';
import { DevicePool } from './device-pool.js';
import type { Device } from '../device.entity.js';
import { isWell, type Health } from '../driver.js';
import { SharedMarks } from './shared-marks.js';

const TICK_MS = 1000;
const PROBE_TIMEOUT_MS = 5000;
/** A device that is out comes back this soon after its gateway does, however seldom the others are asked. */
const SUSPECT_SECONDS = 2;
const PROBES_AT_ONCE = 16;
/** Whoever has just made a device, and whoever asks whether the service is ready, waits for its first probe so long. */
export const FIRST_PROBE_MS = 2000;

export interface Probe {
  health: Health;
  durationMs: number;
}

interface UnderWay {
  controller: AbortController;
  answer: Promise<Probe>;
}

/** Asks devices how they are, each every DEVICE_PROBE_SECONDS, and tells the pool. */
@Injectable()
export class DeviceProber implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private readonly underWay = new Map<number, UnderWay>();
  /** When each device was last asked, on the process's own clock. */
  private askedAtMs = new Map<number, number>();

  constructor(
    private readonly pool: DevicePool,
    private readonly links: DeviceLinks,
    private readonly marks: SharedMarks,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.tick(), TICK_MS).unref();
    void this.tick();
  }

  onModuleDestroy(): void {
    this.isStopped = true;
    clearInterval(this.timer);
    for (const { controller } of this.underWay.values()) controller.abort();
  }

  /** Asks one device now; it is linked, where that was found, once this resolves. */
  probe(device: Device): Promise<Probe> {
    const controller = new AbortController();
    const probe = { controller, answer: this.answerOf(device, controller) };
    this.underWay.set(device.id, probe);
    return probe.answer.finally(() => {
      if (this.underWay.get(device.id) === probe) this.underWay.delete(device.id);
    });
  }

  /** The first probe of a device, for whoever cannot use it before: not longer than FIRST_PROBE_MS. */
  async first(device: Device): Promise<void> {
    const answer = this.underWay.get(device.id)?.answer ?? this.probe(device);
    await inTime(answer, FIRST_PROBE_MS, undefined);
  }

  /** Every device was asked that may not be used before; not longer than FIRST_PROBE_MS. */
  async firstOfAll(): Promise<void> {
    const devices = await this.pool.watched();
    const unasked = devices.filter(({ isLinked, health }) => !isLinked && !health.lastProbe);
    await Promise.all(unasked.slice(0, PROBES_AT_ONCE).map(({ device }) => this.first(device)));
  }

  /** Takes a callback's word for it. That a device is linked a probe has to see. */
  told(device: Device, health: Health): void {
    this.pool.probed(device, health);
    if (isWell(health) && !device.linkedAt) this.begin(device);
  }

  private async answerOf(device: Device, controller: AbortController): Promise<Probe> {
    const startedAtMs = performance.now();
    const timer = setTimeout(() => controller.abort(), PROBE_TIMEOUT_MS).unref();
    try {
      const health = await this.ask(device, controller.signal);
      const durationMs = Math.round(performance.now() - startedAtMs);
      this.pool.probed(device, health);
      if (isWell(health) && !device.linkedAt) await this.link(device);
      return { health, durationMs };
    } finally {
      clearTimeout(timer);
    }
  }

  private async link(device: Device): Promise<void> {
    await this.marks.link(device);
    await this.pool.refresh();
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
      for (const { device, health, isLinked } of devices)
        if (this.isDue(device, !isLinked || health.isSuspect(now))) this.begin(device);
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
