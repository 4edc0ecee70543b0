import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { LOGGER } from '../../platform/observability/logger-token.js';
import { Clock } from '../../platform/time/clock.js';
import { inTime } from '../../platform/time/in-time.js';
import type { Device } from '../device.entity.js';
import { BrokenDeviceError, DeviceLinks } from '../device-link.js';
import { type Health, isWell } from '../driver.js';
import { DevicePool } from './device-pool.js';
import type { DeviceProbe } from './device-probe.entity.js';
import type { PooledDevice } from './pooled-device.rules.js';
import { SharedMarks } from './shared-marks.js';
import { type ProbeTurn, SharedProbes } from './shared-probes.js';

/** The longest pause before an instance reads what the others have found. */
const TICK_MS = 1000;
const TICK_MIN_MS = 50;
const PROBE_TIMEOUT_MS = 5000;
const PROBES_AT_ONCE = 16;
/** How long the creation of a device and the readiness check wait for its first probe. */
export const FIRST_PROBE_MS = 2000;
const FIRST_LOOK_MS = 100;

export interface Probe {
  health: Health;
  durationMs: number;
}

interface UnderWay {
  controller: AbortController;
  /** `undefined`: it was another instance's turn. */
  answer: Promise<Probe | undefined>;
}

/** Asks devices how they are when it is this instance's turn, and tells the pool of what any instance has found. */
@Injectable()
export class DeviceProber implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private readonly underWay = new Map<number, UnderWay>();
  /**
   * Devices that sends of this instance make suspect, though their last probe found them well: their next probe was
   * hastened.
   */
  private readonly doubted = new Set<number>();

  constructor(
    private readonly pool: DevicePool,
    private readonly links: DeviceLinks,
    private readonly marks: SharedMarks,
    private readonly probes: SharedProbes,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.tick();
  }

  /** Resolves once the turns under way are given back. */
  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    for (const { controller } of this.underWay.values()) controller.abort(STOPPED);
    await Promise.allSettled([...this.underWay.values()].map(({ answer }) => answer));
  }

  /** Probes one device now, even if it is not this instance's turn. If it is found connected, its link is noted when this resolves. */
  async probe(device: Device): Promise<Probe> {
    const probe = await this.start(device, { atOnce: true });
    if (!probe) throw new Error('the turn of a probe was not given');
    return probe;
  }

  /** Waits for the first probe of a device, before which it cannot be used; not longer than FIRST_PROBE_MS. */
  async first(device: Device, options: { atOnce?: boolean } = {}): Promise<void> {
    const giveUpAtMs = performance.now() + FIRST_PROBE_MS;
    const own = this.underWay.get(device.id)?.answer ?? this.start(device, options);
    const isAsked = await inTime(own.then(Boolean), FIRST_PROBE_MS, true);
    if (isAsked) return;
    // Another instance has its turn.
    while (performance.now() < giveUpAtMs && !(await this.isAnswered(device))) await sleep(FIRST_LOOK_MS);
    await this.pool.refresh();
  }

  /** Waits until every device that cannot be used before its first probe was probed; not longer than FIRST_PROBE_MS. */
  async firstOfAll(): Promise<void> {
    const devices = await this.pool.watched();
    const unasked = devices.filter(
      ({ device, isLinked, findings }) => device.state === 'active' && !isLinked && !findings.lastProbe,
    );
    await Promise.all(unasked.slice(0, PROBES_AT_ONCE).map(({ device }) => this.first(device)));
  }

  /**
   * Accepts what a callback says about the connection, for all instances. That a new device is linked, a probe must
   * confirm.
   */
  told(device: Device, health: Health): void {
    this.pool.probed(device, health);
    this.background.start('tell of a device', async () => {
      if (isWell(health) && !device.linkedAt) return this.probes.hasten(device);
      const turn = await this.probes.take(device, { atOnce: true });
      if (turn) await this.tell(device, turn, health);
    });
  }

  /**
   * Reads what other instances have found, and probes the devices that are due, a bounded number at once. It is no
   * sweep: each round finds out when the next one is needed.
   */
  private async tick(): Promise<void> {
    let nextMs = TICK_MS;
    try {
      const devices = await this.pool.watched();
      const readAtMs = performance.now();
      const written = await this.probes.read();
      const known = new Set(devices.map(({ id }) => id));
      for (const id of this.doubted) if (!known.has(id)) this.doubted.delete(id);
      for (const pooled of devices) {
        const probe = written.get(pooled.id);
        if (probe && !this.underWay.has(pooled.id)) await this.hear(pooled, probe, readAtMs);
        const inMs = probe
          ? this.probes.dueAt(pooled.device, probe).getTime() - this.clock.now().getTime()
          : 0;
        if (inMs <= 0) this.begin(pooled.device);
        else nextMs = Math.min(nextMs, inMs);
      }
      this.pool.measure();
    } catch (error) {
      // If the stop came first, the database is closed already.
      if (!this.isStopped)
        this.logger.warn({ err: { message: (error as Error).message } }, 'devices were not probed');
    }
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.tick(), Math.max(TICK_MIN_MS, nextMs)).unref();
  }

  /**
   * Takes over a stored answer that this instance does not know: from another instance, or from before its own start.
   */
  private async hear(pooled: PooledDevice, probe: DeviceProbe, readAtMs: number): Promise<void> {
    const { id, device, heard } = pooled;
    // The row was read before this instance stored an answer of its own.
    if (heard && heard.atMs >= readAtMs) return;
    const { answer, verdict, detail, answeredAt, isUnusable } = probe;
    // An answer that is long overdue for renewal is too old for an instance that has just started.
    const isNews = heard ? answer !== heard.answer : this.isInTime(device, probe);
    pooled.heard = { answer, atMs: readAtMs };
    if (isNews && verdict && answeredAt)
      this.pool.probed(device, { verdict, detail, ...(isUnusable && { fault: 'unusable' }) }, answeredAt);
    if (!pooled.findings.isSuspect(this.clock.now())) this.doubted.delete(id);
    else if (probe.doubts === 0 && !this.doubted.has(id)) {
      await this.probes.hasten(device);
      this.doubted.add(id);
    }
  }

  private isInTime(device: Device, probe: DeviceProbe): boolean {
    return this.probes.dueAt(device, probe).getTime() > this.clock.now().getTime() - OVERDUE_MS;
  }

  private async isAnswered({ id }: Device): Promise<boolean> {
    return Boolean((await this.probes.read()).get(id)?.answer);
  }

  private begin(device: Device): void {
    if (this.isStopped || this.underWay.has(device.id) || this.underWay.size >= PROBES_AT_ONCE) return;
    this.start(device).catch((error: unknown) => {
      this.logger.error({ deviceId: device.id, err: { message: (error as Error).message } }, 'probe failed');
    });
  }

  private start(device: Device, options: { atOnce?: boolean } = {}): Promise<Probe | undefined> {
    const controller = new AbortController();
    const probe = { controller, answer: this.turnOf(device, controller, options) };
    this.underWay.set(device.id, probe);
    return probe.answer.finally(() => {
      if (this.underWay.get(device.id) === probe) this.underWay.delete(device.id);
    });
  }

  private async turnOf(
    device: Device,
    controller: AbortController,
    options: { atOnce?: boolean },
  ): Promise<Probe | undefined> {
    const turn = await this.probes.take(device, options);
    if (!turn) return undefined;
    const startedAtMs = performance.now();
    const timer = setTimeout(() => controller.abort(), PROBE_TIMEOUT_MS).unref();
    try {
      const health = await this.ask(device, controller.signal);
      const durationMs = Math.round(performance.now() - startedAtMs);
      if (controller.signal.reason === STOPPED) await this.probes.release(device, turn);
      else await this.found(device, turn, health);
      return { health, durationMs };
    } finally {
      clearTimeout(timer);
    }
  }

  /** First noted here, then for all instances; that the device is linked is noted last. */
  private async found(device: Device, turn: ProbeTurn, health: Health): Promise<void> {
    this.pool.probed(device, health);
    await this.tell(device, turn, health);
    if (!isWell(health) || device.linkedAt) return;
    await this.marks.link(device);
    await this.pool.refresh();
  }

  private async tell(device: Device, turn: ProbeTurn, health: Health): Promise<void> {
    await this.probes.tell(device, turn, health);
    this.pool.of(device).heard = { answer: turn.id, atMs: performance.now() };
  }

  private async ask(device: Device, signal: AbortSignal): Promise<Health> {
    try {
      const { driver, access } = this.links.to(device);
      return await driver.health(access, signal);
    } catch (error) {
      if (!(error instanceof BrokenDeviceError)) throw error;
      return { verdict: 'disconnected', detail: error.message, fault: 'unusable' };
    }
  }
}

/** The end of this process cut the probe short, so it says nothing about the device. */
const STOPPED = Symbol('stopped');
/** Longer than any instance needs until it probes a device that is due. */
const OVERDUE_MS = 15_000;
