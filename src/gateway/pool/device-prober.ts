import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { Clock } from '../../platform/time/clock.js';
import { withTimeout } from '../../platform/time/with-timeout.js';
import type { Device, DeviceProbe } from '../device.entities.js';
import { BrokenDeviceError, DeviceLinks } from '../device-link.js';
import { type Health, isWell, type ParsedCallback } from '../driver.js';
import { DeviceGauges } from './device-gauges.js';
import { DeviceHealthRecorder } from './device-health-recorder.js';
import { DeviceHealthStore } from './device-health-store.js';
import { DevicePool } from './device-pool.js';
import { DeviceTemplates } from './device-templates.js';
import type { PooledDevice } from './pooled-device.rules.js';
import { type ProbeLease, ProbeStore } from './probe-store.js';

/** The longest interval between reads of other instances' results. */
const TICK_MS = 1000;
const TICK_MIN_MS = 50;
const PROBE_TIMEOUT_MS = 5000;
const PROBES_AT_ONCE = 16;
/** How long device creation and readiness wait for a first probe. */
export const FIRST_PROBE_MS = 2000;
const FIRST_CHECK_MS = 100;

export interface Probe {
  health: Health;
  durationMs: number;
}

interface UnderWay {
  controller: AbortController;
  /** `undefined`: another instance holds the lease. */
  answer: Promise<Probe | undefined>;
}

/** Probes devices that are due, and applies the results of all instances to the pool. */
@Injectable()
export class DeviceProber implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private readonly underWay = new Map<number, UnderWay>();
  /** Devices whose next probe this instance moved forward, because sends failed after a good probe. */
  private readonly doubted = new Set<number>();

  constructor(
    private readonly pool: DevicePool,
    private readonly recorder: DeviceHealthRecorder,
    private readonly gauges: DeviceGauges,
    private readonly links: DeviceLinks,
    private readonly healthStore: DeviceHealthStore,
    private readonly probes: ProbeStore,
    private readonly templates: DeviceTemplates,
    private readonly background: BackgroundTasks,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.tick();
  }

  /** Resolves after all leases are released. */
  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    for (const { controller } of this.underWay.values()) controller.abort(STOPPED);
    await Promise.allSettled([...this.underWay.values()].map(({ answer }) => answer));
  }

  /** Probes now, regardless of leases. If the device is connected, the link is stored before this resolves. */
  async probe(device: Device): Promise<Probe> {
    const probe = await this.start(device, { atOnce: true });
    if (!probe) throw new Error('the lease of a probe was not acquired');
    return probe;
  }

  /** Waits up to FIRST_PROBE_MS for the first probe of a device. */
  async first(device: Device, options: { atOnce?: boolean } = {}): Promise<void> {
    const giveUpAtMs = performance.now() + FIRST_PROBE_MS;
    const own = this.underWay.get(device.id)?.answer ?? this.start(device, options);
    const isProbed = await withTimeout(own.then(Boolean), FIRST_PROBE_MS, true);
    if (isProbed) return;
    // Another instance is probing it.
    while (performance.now() < giveUpAtMs && !(await this.isAnswered(device))) await sleep(FIRST_CHECK_MS);
    await this.pool.refresh();
  }

  /** Waits up to FIRST_PROBE_MS for the first probes of all active devices. */
  async firstOfAll(): Promise<void> {
    const devices = await this.pool.watched();
    const unprobed = devices.filter(
      ({ device, isLinked, localHealth }) => device.state === 'active' && !isLinked && !localHealth.lastProbe,
    );
    await Promise.all(unprobed.slice(0, PROBES_AT_ONCE).map(({ device }) => this.first(device)));
  }

  /** Applies what a callback says about a device and its account, for all instances. */
  async applyCallback(
    device: Device,
    { health, templates = [], messagingLimit }: ParsedCallback,
  ): Promise<void> {
    if (health) this.applyReported(device, health);
    if (templates.length === 0 && messagingLimit === undefined) return;
    await this.templates.apply(device, templates);
    if (messagingLimit !== undefined) {
      const { accountId, portfolioId } = device;
      await this.healthStore.identify(device, { accountId, portfolioId, messagingLimit });
    }
    await this.pool.refresh();
  }

  /** Applies the health in a callback. A new device is linked only when a probe confirms it. */
  private applyReported(device: Device, health: Health): void {
    this.recorder.recordProbe(device, health);
    this.background.start('storing the state of a device', async () => {
      if (isWell(health) && !device.linkedAt) return this.probes.scheduleSoon(device);
      const lease = await this.probes.acquire(device, { atOnce: true });
      if (lease) await this.storeResult(device, lease, health);
    });
  }

  /** Applies results of other instances and starts due probes, a bounded number at a time. */
  private async tick(): Promise<void> {
    let nextMs = TICK_MS;
    try {
      const devices = await this.pool.watched();
      const readAtMs = performance.now();
      const stored = await this.probes.read();
      const known = new Set(devices.map(({ id }) => id));
      for (const id of this.doubted) if (!known.has(id)) this.doubted.delete(id);
      for (const pooled of devices) {
        const probe = stored.get(pooled.id);
        if (probe && !this.underWay.has(pooled.id)) await this.applyStored(pooled, probe, readAtMs);
        const inMs = probe
          ? this.probes.dueAt(pooled.device, probe).getTime() - this.clock.now().getTime()
          : 0;
        if (inMs <= 0) this.begin(pooled.device);
        else nextMs = Math.min(nextMs, inMs);
      }
      this.gauges.update();
    } catch (error) {
      // During a stop the database may be closed already.
      if (!this.isStopped)
        this.logger.warn({ err: { message: (error as Error).message } }, 'devices were not probed');
    }
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.tick(), Math.max(TICK_MIN_MS, nextMs)).unref();
  }

  /** Applies a stored result that this instance does not know. */
  private async applyStored(pooled: PooledDevice, probe: DeviceProbe, readAtMs: number): Promise<void> {
    const { id, device, lastApplied } = pooled;
    // The row was read before this instance stored its own result.
    if (lastApplied && lastApplied.atMs >= readAtMs) return;
    const { answer, connection, detail, answeredAt, isUnusable } = probe;
    // After startup, overdue results are ignored.
    const isNew = lastApplied ? answer !== lastApplied.answer : this.isInTime(device, probe);
    pooled.lastApplied = { answer, atMs: readAtMs };
    if (isNew && connection && answeredAt)
      this.recorder.recordProbe(
        device,
        { connection, detail, ...(isUnusable && { fault: 'unusable' }) },
        answeredAt,
      );
    if (!pooled.localHealth.isSuspect(this.clock.now())) this.doubted.delete(id);
    else if (probe.doubts === 0 && !this.doubted.has(id)) {
      await this.probes.scheduleSoon(device);
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
    const probe = { controller, answer: this.probeUnderLease(device, controller, options) };
    this.underWay.set(device.id, probe);
    return probe.answer.finally(() => {
      if (this.underWay.get(device.id) === probe) this.underWay.delete(device.id);
    });
  }

  private async probeUnderLease(
    device: Device,
    controller: AbortController,
    options: { atOnce?: boolean },
  ): Promise<Probe | undefined> {
    const lease = await this.probes.acquire(device, options);
    if (!lease) return undefined;
    const startedAtMs = performance.now();
    const timer = setTimeout(() => controller.abort(), PROBE_TIMEOUT_MS).unref();
    try {
      const health = await this.requestHealth(device, controller.signal);
      const durationMs = Math.round(performance.now() - startedAtMs);
      if (controller.signal.reason === STOPPED) await this.probes.release(device, lease);
      else await this.applyOwn(device, lease, health);
      return { health, durationMs };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Updates this instance, then the shared row; link and number last. */
  private async applyOwn(device: Device, lease: ProbeLease, health: Health): Promise<void> {
    this.recorder.recordProbe(device, health);
    await this.storeResult(device, lease, health);
    const isIdentified = health.account && (await this.healthStore.identify(device, health.account));
    const isLinked = isWell(health) && !device.linkedAt;
    if (isLinked) await this.healthStore.link(device);
    const isRenumbered = await this.healthStore.setNumber(device, health.number);
    if (isLinked || isIdentified || isRenumbered) await this.pool.refresh();
    if (isWell(health))
      this.background.start('asking about blocked templates', () => this.templates.checkBlocked(device));
  }

  private async storeResult(device: Device, lease: ProbeLease, health: Health): Promise<void> {
    await this.probes.storeResult(device, lease, health);
    this.pool.of(device).lastApplied = { answer: lease.id, atMs: performance.now() };
  }

  private async requestHealth(device: Device, signal: AbortSignal): Promise<Health> {
    const link = this.links.find(device);
    if (link instanceof BrokenDeviceError)
      return { connection: 'disconnected', detail: link.message, fault: 'unusable' };
    const { driver, access } = link;
    const health = await driver.health(access, signal);
    if (!driver.ownNumber) return health;
    // Drops the number, since another phone may be linked next.
    if (health.connection === 'disconnected') return { ...health, number: null };
    if (device.number !== null || !isWell(health)) return health;
    return { ...health, number: await driver.ownNumber(access, signal) };
  }
}

/** The process is stopping: the probe has no result. */
const STOPPED = Symbol('stopped');
/** Longer than any instance needs to probe a due device. */
const OVERDUE_MS = 15_000;
