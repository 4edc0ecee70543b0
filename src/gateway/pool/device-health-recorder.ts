import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import type { Device } from '../device.entities.js';
import type { DriverOutcome, Health, NewChatQuota } from '../driver.js';
import type { DeliveryRecord } from './delivery-record.rules.js';
import { DeviceGauges } from './device-gauges.js';
import { DeviceHealthStore, NO_FAILURES } from './device-health-store.js';
import { DeviceRegistry } from './device-registry.js';
import { isSameQuota, withEnd } from './new-chats.rules.js';
import type { PooledDevice } from './pooled-device.rules.js';
import { effectOnDevice, FAILING_AFTER } from './send-failures.rules.js';

/** The longest restriction that is stored; longer ones are cut. */
const RESTRICTED_MAX_SECONDS = 90 * 86_400;

/** Records what sends, probes and reports say about a device: in memory at once, and in its row for all instances. */
@Injectable()
export class DeviceHealthRecorder {
  constructor(
    private readonly registry: DeviceRegistry,
    private readonly store: DeviceHealthStore,
    private readonly background: BackgroundTasks,
    private readonly gauges: DeviceGauges,
    private readonly config: Config,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Records the outcome of a send. `isKept`: the device is restricted, but has delivered to this recipient before. */
  recordSend(device: Device, outcome: DriverOutcome, isKept = false): void {
    this.change(device, (pooled) => {
      pooled.localHealth.report(outcome, this.clock.now(), isKept);
      this.countFailures(pooled, outcome);
    });
    if (outcome.fault !== 'restricted') return;
    const { accountId } = device;
    const isShared = outcome.isOfAccount && accountId !== null;
    const others = isShared ? this.registry.all.filter((one) => one.device.accountId === accountId) : [];
    for (const one of new Set([device, ...others.map((pooled) => pooled.device)]))
      this.restrict(one, this.endOf(outcome));
  }

  recordProbe(device: Device, found: Health, at = this.clock.now()): void {
    this.change(device, ({ localHealth }) => localHealth.probed(found, at));
    if (found.fault === 'restricted') this.restrict(device, found.restrictedUntil);
    if (found.newChats) this.setNewChats(device, found.newChats);
  }

  recordDeliveries({ id }: Device, record: DeliveryRecord): void {
    const pooled = this.registry.find(id);
    if (pooled) pooled.judgement = record;
  }

  private endOf({ restrictedUntil, retryAfterSeconds }: DriverOutcome): Date | undefined {
    return (
      restrictedUntil ?? (retryAfterSeconds ? addSeconds(this.clock.now(), retryAfterSeconds) : undefined)
    );
  }

  /** Counts up to FAILING_AFTER failures in a row, and resets the count when a message is accepted. */
  private countFailures({ device }: PooledDevice, outcome: DriverOutcome): void {
    const effect = effectOnDevice(outcome);
    if (effect === 'accepted' && device.failures > 0) {
      Object.assign(device, NO_FAILURES);
      this.background.start('end failures of a device', () => this.store.accepted(device));
    }
    if (effect !== 'failed' || outcome.kind === 'accepted' || device.failures >= FAILING_AFTER) return;
    const { reason } = outcome;
    device.failures++;
    device.lastFailure = reason;
    if (device.failures === FAILING_AFTER) device.failingSince = this.clock.now();
    this.background.start('count a failure of a device', () => this.store.failed(device, reason));
  }

  private setNewChats(device: Device, found: NewChatQuota): void {
    const known = this.registry.find(device.id)?.device.newChats ?? null;
    const quota = withEnd(found, known, this.clock.now(), this.config.DEVICE_RESTRICTED_SECONDS);
    if (isSameQuota(known, quota)) return;
    this.change(device, (pooled) => (pooled.device.newChats = quota));
    this.background.start('store the new chats of a device', () => this.store.setNewChats(device, quota));
  }

  /** Without an end from the gateway, the default duration counts from the first report. */
  private restrict(device: Device, until: Date | undefined): void {
    const now = this.clock.now();
    const known = this.registry.find(device.id)?.lockedUntil(now);
    if (!until && known) return;
    const latest = addSeconds(now, RESTRICTED_MAX_SECONDS);
    const wanted = until ?? addSeconds(now, this.config.DEVICE_RESTRICTED_SECONDS);
    const end = wanted > latest ? latest : wanted;
    if (end <= now || (known && known >= end)) return;
    this.change(device, (pooled) => pooled.restrict(end));
    this.background.start('restrict device', () => this.store.restrict(device, end));
  }

  private change(device: Device, apply: (pooled: PooledDevice) => void): void {
    const pooled = this.registry.find(device.id);
    if (!pooled) return;
    const before = this.stateOf(pooled);
    apply(pooled);
    const after = this.stateOf(pooled);
    if (after.health === before.health && after.rest === before.rest) return;
    const level = after.health === 'well' && after.rest === 'none' ? 'info' : 'warn';
    this.logger[level]({ deviceId: device.id, ...after }, 'device health');
    this.gauges.update();
  }

  private stateOf(pooled: PooledDevice) {
    const now = this.clock.now();
    return { health: pooled.healthAt(now), rest: pooled.localHealth.cooldownLevelAt(now) };
  }
}
