import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../../config/index.js';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { LOGGER } from '../../platform/observability/logger-token.js';
import { addSeconds, Clock, secondsUntil } from '../../platform/time/clock.js';
import type { Device } from '../device.entity.js';
import type { DriverOutcome, Health } from '../driver.js';
import { GatewayMetrics } from '../gateway-metrics.js';
import { Spread } from './choice.rules.js';
import { DeviceClaims, type Need } from './device-claims.js';
import type { ProbeResult } from './device-findings.rules.js';
import { DeviceRoster } from './device-roster.js';
import type { Judgement } from './judgement.rules.js';
import { measureDevices } from './pool-metrics.js';
import type { PooledDevice } from './pooled-device.rules.js';
import { type Contacts, NO_CONTACTS, RecipientContacts } from './recipient-contacts.js';
import { FAILING_AFTER, signOf } from './send-failures.rules.js';
import { NO_FAILURES, SharedMarks } from './shared-marks.js';

/** No restriction lasts longer, whatever a gateway says. */
const RESTRICTED_MAX_SECONDS = 90 * 86_400;

/** A device that a send may go through. */
export interface Picked {
  device: Device;
  /**
   * The device has not written to this recipient before. Only set if the device limits new recipients or checks
   * numbers.
   */
  isFirstContact: boolean;
  /** It is restricted, and has delivered to this recipient before. */
  isKept: boolean;
  /** Tells that nothing was sent after all: it does not count towards the device's caps. */
  giveBack(): void;
}

/** Whether a send would find a device; if not, when to ask again, if that is known. */
export interface Availability {
  isAvailable: boolean;
  retryAfterSeconds?: number;
}

/** The devices that sends go through, and the choice among them. */
@Injectable()
export class DevicePool {
  private readonly spread = new Spread();

  constructor(
    private readonly roster: DeviceRoster,
    private readonly claims: DeviceClaims,
    private readonly contacts: RecipientContacts,
    private readonly marks: SharedMarks,
    private readonly background: BackgroundTasks,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: GatewayMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Picks a device for a send: none of `exclude`, or `only` this one; `undefined` when there is none that may take it.
   */
  async pick(
    exclude: ReadonlySet<number> = new Set(),
    recipientIndex?: string,
    only?: number,
  ): Promise<Picked | undefined> {
    await this.fresh();
    const contacts = await this.contactsOf(recipientIndex, only);
    const passedOver = new Set(exclude);
    for (;;) {
      const now = this.clock.now();
      const candidates = this.sending(only)
        .filter((pooled) => !passedOver.has(pooled.id) && !this.spentUntil(pooled, contacts, now))
        .map((pooled) => pooled.candidate(now, contacts));
      const chosen = this.spread.next(candidates)?.subject;
      if (!chosen) return undefined;
      passedOver.add(chosen.id);
      const { device } = chosen;
      const need = needOf(chosen, contacts, now, recipientIndex);
      const claim = await this.claims.take(need);
      // This instance or another one has taken the trial: it is used up.
      if (need.trialsBefore !== undefined) device.trials = need.trialsBefore + 1;
      if (!claim) continue;
      this.metrics.picks.inc({ device: device.name });
      const isKept = chosen.healthAt(now) === 'restricted';
      return { device, isFirstContact: need.isFirstContact, isKept, giveBack: () => claim.giveBack() };
    }
  }

  /** Whether pick() would find one, for a recipient that no device has written to lately. */
  async isAvailable(): Promise<boolean> {
    return (await this.availability()).isAvailable;
  }

  /** Whether pick() would find one; asks for the recipient only where every device has limits. */
  async availability(recipientIndex?: string, only?: number): Promise<Availability> {
    await this.fresh();
    const now = this.clock.now();
    const sending = this.sending(only);
    const ready = sending.filter((pooled) => pooled.classAt(now) !== null);
    if (ready.some((pooled) => !pooled.mindsRecipients && !this.spentUntil(pooled, NO_CONTACTS, now)))
      return { isAvailable: true };
    const contacts = await this.contactsOf(recipientIndex, only);
    const able = sending.filter((pooled) => pooled.classAt(now, contacts) !== null);
    const pairs = await this.pairsOf(able, recipientIndex);
    const waits = able.map((pooled) => this.spentUntil(pooled, contacts, now) ?? pairs.get(pooled.id));
    if (waits.includes(undefined)) return { isAvailable: true };
    const out = sending.filter((pooled) => pooled.classAt(now, contacts) === null);
    return { isAvailable: false, retryAfterSeconds: soonest([...waits, ...out.map(endOf(now))], now) };
  }

  /** Notes the outcome of a send through a device. */
  report(device: Device, outcome: DriverOutcome, isKept = false): void {
    this.learn(device, (pooled) => {
      pooled.findings.report(outcome, this.clock.now(), isKept);
      this.count(pooled, outcome);
    });
    if (outcome.fault === 'restricted') this.heldBack(device, outcome.restrictedUntil);
  }

  /**
   * Counts the messages in a row that a device has not accepted: here at once, and for all instances when the row is
   * written. Only the first FAILING_AFTER are written, and the end of the count.
   */
  private count({ device }: PooledDevice, outcome: DriverOutcome): void {
    const sign = signOf(outcome);
    if (sign === 'accepted' && device.failures > 0) {
      Object.assign(device, NO_FAILURES);
      this.background.start('end failures of a device', () => this.marks.accepted(device));
    }
    if (sign !== 'failed' || outcome.kind === 'accepted' || device.failures >= FAILING_AFTER) return;
    const { reason } = outcome;
    device.failures++;
    device.lastFailure = reason;
    if (device.failures === FAILING_AFTER) device.failingSince = this.clock.now();
    this.background.start('count a failure of a device', () => this.marks.failed(device, reason));
  }

  /** Notes the outcome of a probe of a device. */
  probed(device: Device, found: Health, at = this.clock.now()): void {
    this.learn(device, ({ findings }) => findings.probed(found, at));
    if (found.fault === 'restricted') this.heldBack(device, found.restrictedUntil);
  }

  /** Notes the judgement of a device's last messages. */
  judged({ id }: Device, judgement: Judgement): void {
    const pooled = this.roster.find(id);
    if (pooled) pooled.judgement = judgement;
  }

  /** Reads the devices again, after one of them was changed. */
  async refresh(): Promise<void> {
    await this.roster.refresh();
    this.measure();
  }

  /** The devices worth watching: all but the disabled ones. */
  async watched(): Promise<PooledDevice[]> {
    await this.fresh();
    return this.roster.all.filter(({ device }) => device.state !== 'disabled');
  }

  /** The active devices that may send nothing now because of their limits, and until when. */
  async spent(): Promise<Map<number, Date>> {
    await this.fresh();
    const capped = this.sending().filter(({ isCapped }) => isCapped);
    await this.claims.look(capped.map(({ id }) => id));
    return new Map(
      capped.flatMap((pooled) => {
        const until = this.takesAgainAt(pooled);
        return until ? [[pooled.id, until] as const] : [];
      }),
    );
  }

  /** When a device's limits let it send again, as far as this instance knows; `undefined`: they do now. */
  takesAgainAt(pooled: PooledDevice): Date | undefined {
    const caps = pooled.caps(this.clock.now());
    // Recipients that it has written to before need nothing of the allowance for new ones.
    return this.claims.spentUntil({ deviceId: pooled.id, caps, isFirstContact: false });
  }

  /** A device as the list has it, at most two seconds old. It is not queried: strangers may ask for any id. */
  async find(id: number): Promise<Device | undefined> {
    await this.fresh();
    return this.roster.find(id)?.device;
  }

  lastProbeOf({ id }: Device): ProbeResult | null {
    return this.roster.find(id)?.findings.lastProbe ?? null;
  }

  /** What this instance knows of a device. */
  of(device: Device): PooledDevice {
    return this.roster.of(device);
  }

  /** Updates the gauges; called regularly, since the end of a rest triggers nothing. */
  measure(): void {
    measureDevices(this.metrics, this.roster.all, this.claims, this.clock.now());
  }

  private learn(device: Device, tell: (pooled: PooledDevice) => void): void {
    const pooled = this.roster.find(device.id);
    if (!pooled) return;
    const before = this.findingsOf(pooled);
    tell(pooled);
    const after = this.findingsOf(pooled);
    if (after.health === before.health && after.rest === before.rest) return;
    const level = after.health === 'well' && after.rest === 'none' ? 'info' : 'warn';
    this.logger[level]({ deviceId: device.id, ...after }, 'device health');
    this.measure();
  }

  private findingsOf(pooled: PooledDevice) {
    const now = this.clock.now();
    return { health: pooled.healthAt(now), rest: pooled.findings.restAt(now) };
  }

  /** If the gateway gives no end, the usual duration counts from when it was first reported. */
  private heldBack(device: Device, until: Date | undefined): void {
    const now = this.clock.now();
    if (until) this.restrict(device, until);
    else if (!this.roster.find(device.id)?.restrictedUntil(now))
      this.restrict(device, addSeconds(now, this.config.DEVICE_RESTRICTED_SECONDS));
  }

  /** In force here at once, and on all instances when the row is written. */
  private restrict(device: Device, until: Date): void {
    const now = this.clock.now();
    const latest = addSeconds(now, RESTRICTED_MAX_SECONDS);
    const end = until > latest ? latest : until;
    const known = this.roster.find(device.id)?.restrictedUntil(now);
    if (end <= now || (known && known >= end)) return;
    this.learn(device, (pooled) => pooled.restrict(end));
    this.background.start('restrict device', () => this.marks.restrict(device, end));
  }

  /** Read only where the choice depends on it: among several devices, or by a limit. */
  private async contactsOf(recipientIndex: string | undefined, only?: number): Promise<Contacts> {
    const devices = this.sending(only);
    const isSticky = devices.length > 1 && this.config.DEVICE_STICKY_HOURS > 0;
    const now = this.clock.now();
    const isNeeded =
      isSticky || devices.some((pooled) => pooled.mindsFirstContacts || pooled.mindsChats(now));
    return recipientIndex !== undefined && isNeeded ? this.contacts.of(recipientIndex) : NO_CONTACTS;
  }

  private async pairsOf(devices: PooledDevice[], recipientIndex?: string): Promise<Map<number, Date>> {
    const isNeeded = devices.some(({ limits }) => limits.pair_seconds !== null);
    return recipientIndex !== undefined && isNeeded ? this.claims.pairsOf(recipientIndex) : new Map();
  }

  private spentUntil(pooled: PooledDevice, contacts: Contacts, now: Date): Date | undefined {
    return pooled.isCapped ? this.claims.spentUntil(needOf(pooled, contacts, now)) : undefined;
  }

  /** Active devices; or `only` this one, which may be in set-up. */
  private sending(only?: number): PooledDevice[] {
    return this.roster.all.filter(({ id, device: { state } }) =>
      only === undefined ? state === 'active' : id === only && (state === 'active' || state === 'setup'),
    );
  }

  private async fresh(): Promise<void> {
    if (await this.roster.fresh()) this.measure();
  }
}

const endOf = (now: Date) => (pooled: PooledDevice) => pooled.restrictedUntil(now) ?? undefined;

/** Undefined where a device is out and nobody knows for how long. */
function soonest(ends: readonly (Date | undefined)[], now: Date): number | undefined {
  const known = ends.filter((end) => end !== undefined).sort((a, b) => a.getTime() - b.getTime());
  return known[0] && known.length === ends.length ? secondsUntil(now, known[0]) : undefined;
}

function needOf(pooled: PooledDevice, { known }: Contacts, now: Date, recipientIndex?: string): Need {
  return {
    deviceId: pooled.id,
    caps: pooled.caps(now),
    pairSeconds: pooled.limits.pair_seconds,
    recipientIndex,
    isFirstContact: pooled.mindsFirstContacts && !known.has(pooled.id),
    trialsBefore: pooled.trialsBefore(now),
  };
}
