import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../../config/index.js';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { randomInt } from '../../platform/ids/random.js';
import { LOGGER } from '../../platform/observability/logger-token.js';
import { type Channel, DEFAULT_CHANNEL } from '../../platform/text/channel.js';
import type { Language } from '../../platform/text/message-template.rules.js';
import { addSeconds, Clock, secondsUntil } from '../../platform/time/clock.js';
import type { Device } from '../device.entity.js';
import type { DriverOutcome, Health, NewChatQuota } from '../driver.js';
import { GatewayMetrics } from '../gateway-metrics.js';
import { AllowanceReservations } from './allowance-reservations.js';
import type { DeliveryRecord } from './delivery-record.rules.js';
import { DeviceHealthStore, NO_FAILURES } from './device-health-store.js';
import { DeviceRegistry } from './device-registry.js';
import type { DeviceHealth, ProbeResult } from './local-device-health.rules.js';
import { isSameQuota, withEnd } from './new-chats.rules.js';
import { measureDevices } from './pool-metrics.js';
import type { PooledDevice } from './pooled-device.rules.js';
import { type Contacts, NO_CONTACTS, RecipientContacts } from './recipient-contacts.js';
import { effectOnDevice, FAILING_AFTER } from './send-failures.rules.js';
import { WeightedRoundRobin } from './weighted-round-robin.rules.js';

/** The longest restriction that is believed. */
const RESTRICTED_MAX_SECONDS = 90 * 86_400;

/** Healths of devices that can receive texts, the better ones first. */
const RECEIVING: readonly (readonly DeviceHealth[])[] = [['well', 'failing', 'restricted'], ['degraded']];

/** A device chosen for a send. */
export interface Picked {
  device: Device;
  /** Set only if the device limits new recipients or checks numbers. */
  isFirstContact: boolean;
  /** The device is restricted, but has delivered to this recipient before. */
  isKept: boolean;
  /** Nothing was sent: it does not count towards the caps. */
  release(): void;
}

/** The devices that a send may use. */
export interface DeviceQuery {
  /** Blind index of the phone. */
  recipientIndex?: string;
  /** Default: WhatsApp. */
  channel?: Channel;
  /** Only this one, whatever its channel. */
  onlyDeviceId?: number;
  /** Default: Indonesian. */
  language?: Language;
}

/** Whether a send would find a device, and otherwise when to retry, if known. */
export interface Availability {
  isAvailable: boolean;
  retryAfterSeconds?: number;
}

/** Chooses the device for each send. */
@Injectable()
export class DevicePool {
  private readonly spread = new WeightedRoundRobin();

  constructor(
    private readonly registry: DeviceRegistry,
    private readonly reservations: AllowanceReservations,
    private readonly contacts: RecipientContacts,
    private readonly marks: DeviceHealthStore,
    private readonly background: BackgroundTasks,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: GatewayMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Chooses a device that is not in `exclude`; `undefined`: none is available. */
  async pick(
    exclude: ReadonlySet<number> = new Set(),
    wanted: DeviceQuery = {},
  ): Promise<Picked | undefined> {
    await this.fresh();
    const contacts = await this.contactsOf(this.sending(wanted), wanted);
    const passedOver = new Set(exclude);
    for (;;) {
      const now = this.clock.now();
      const candidates = this.sending(wanted)
        .filter((pooled) => !passedOver.has(pooled.id) && !this.spentUntil(pooled, contacts, now))
        .map((pooled) => pooled.candidate(now, contacts));
      const chosen = this.spread.next(candidates)?.subject;
      if (!chosen) return undefined;
      passedOver.add(chosen.id);
      const { device } = chosen;
      const need = chosen.need(now, contacts, wanted.recipientIndex);
      const claim = await this.reservations.take(need);
      // The trial is used, by this instance or another.
      if (need.trialsBefore !== undefined) device.trials = need.trialsBefore + 1;
      if (!claim) continue;
      this.metrics.picks.inc({ device: device.name });
      const isKept = chosen.healthAt(now) === 'restricted';
      const isFirstContact = chosen.mindsFirstContacts && !contacts.known.has(chosen.id);
      return { device, isFirstContact, isKept, release: () => claim.release() };
    }
  }

  /**
   * The devices that users can write to, drawn by weight: connected, with a known number. One that WhatsApp restricts still
   * receives; degraded ones, which may be banned, come last.
   */
  async receiving(): Promise<Device[]> {
    await this.fresh();
    const now = this.clock.now();
    const able = this.sending({}).filter(
      ({ receivesTexts, device }) => receivesTexts && device.number !== null,
    );
    return RECEIVING.flatMap((healths) =>
      able
        .filter((pooled) => healths.includes(pooled.healthAt(now)))
        .map(({ device }) => ({ device, place: drawn() ** (1 / device.weight) }))
        .sort((one, other) => other.place - one.place)
        .map(({ device }) => device),
    );
  }

  /** By WhatsApp, for a recipient that no device has written to. */
  async isAvailable(): Promise<boolean> {
    return (await this.availability()).isAvailable;
  }

  /** Reads the recipient's contacts only if every device has limits. */
  async availability(wanted: DeviceQuery = {}): Promise<Availability> {
    await this.fresh();
    const now = this.clock.now();
    const sending = this.sending(wanted);
    const ready = sending.filter((pooled) => pooled.classAt(now) !== null);
    if (ready.some((pooled) => !pooled.mindsRecipients && !this.spentUntil(pooled, NO_CONTACTS, now)))
      return { isAvailable: true };
    const contacts = await this.contactsOf(sending, wanted);
    const able = sending.filter((pooled) => pooled.classAt(now, contacts) !== null);
    const pairs = await this.pairsOf(able, wanted.recipientIndex);
    const waits = able.map((pooled) => this.spentUntil(pooled, contacts, now) ?? pairs.get(pooled.id));
    if (waits.includes(undefined)) return { isAvailable: true };
    const out = sending.filter((pooled) => pooled.classAt(now, contacts) === null);
    const ends = out.map((pooled) => pooled.backAt(now));
    return { isAvailable: false, retryAfterSeconds: soonest([...waits, ...ends], now) };
  }

  /** Records the outcome of a send. */
  report(device: Device, outcome: DriverOutcome, isKept = false): void {
    this.updateHealth(device, (pooled) => {
      pooled.localHealth.report(outcome, this.clock.now(), isKept);
      this.count(pooled, outcome);
    });
    if (outcome.fault !== 'restricted') return;
    const { accountId } = device;
    const isShared = outcome.isOfAccount && accountId !== null;
    const held = isShared ? this.registry.all.filter((one) => one.device.accountId === accountId) : [];
    for (const one of new Set([device, ...held.map((pooled) => pooled.device)]))
      this.heldBack(one, this.endOf(outcome));
  }

  /** The devices of its portfolio, itself included. Unknown portfolios of a driver count as one. */
  portfolioOf({ driver, portfolioId }: Device): number[] {
    return this.registry.all
      .filter(({ device }) => device.driver === driver && device.portfolioId === portfolioId)
      .map(({ id }) => id);
  }

  private endOf({ restrictedUntil, retryAfterSeconds }: DriverOutcome): Date | undefined {
    return (
      restrictedUntil ?? (retryAfterSeconds ? addSeconds(this.clock.now(), retryAfterSeconds) : undefined)
    );
  }

  /**
   * Counts consecutive failures: in memory at once, then in the row for all instances. Only the first
   * FAILING_AFTER and the end of the count are stored.
   */
  private count({ device }: PooledDevice, outcome: DriverOutcome): void {
    const sign = effectOnDevice(outcome);
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

  /** Records the result of a probe. */
  probed(device: Device, found: Health, at = this.clock.now()): void {
    this.updateHealth(device, ({ localHealth: findings }) => findings.probed(found, at));
    if (found.fault === 'restricted') this.heldBack(device, found.restrictedUntil);
    if (found.newChats) this.newChatsFound(device, found.newChats);
  }

  private newChatsFound(device: Device, found: NewChatQuota): void {
    const known = this.registry.find(device.id)?.device.newChats ?? null;
    const quota = withEnd(found, known, this.clock.now(), this.config.DEVICE_RESTRICTED_SECONDS);
    if (isSameQuota(known, quota)) return;
    this.updateHealth(device, (pooled) => (pooled.device.newChats = quota));
    this.background.start('store the new chats of a device', () => this.marks.setNewChats(device, quota));
  }

  judged({ id }: Device, judgement: DeliveryRecord): void {
    const pooled = this.registry.find(id);
    if (pooled) pooled.judgement = judgement;
  }

  /** Reloads the devices after a change. */
  async refresh(): Promise<void> {
    await this.registry.refresh();
    this.measure();
  }

  /** All devices except disabled ones. */
  async watched(): Promise<PooledDevice[]> {
    await this.fresh();
    return this.registry.all.filter(({ device }) => device.state !== 'disabled');
  }

  /** Active devices that have used up their limits, and until when. */
  async spent(): Promise<Map<number, Date>> {
    await this.fresh();
    const capped = this.registry.all.filter((pooled) => isActive(pooled) && pooled.isCapped);
    await this.reservations.refresh(capped);
    return new Map(
      capped.flatMap((pooled) => {
        const until = this.availableAt(pooled);
        return until ? [[pooled.id, until] as const] : [];
      }),
    );
  }

  /** When the limits allow the device to send again; `undefined`: now, as far as this instance knows. */
  availableAt(pooled: PooledDevice): Date | undefined {
    return this.reservations.spentUntil(pooled.uses(this.clock.now(), null));
  }

  /** From the list, at most two seconds old. Not queried, since strangers may ask for any id. */
  async find(id: number): Promise<Device | undefined> {
    await this.fresh();
    return this.registry.find(id)?.device;
  }

  /** How the device reaches phones; of one that is gone, by default. */
  async channelOf(id: number): Promise<Channel> {
    await this.fresh();
    return this.registry.find(id)?.channel ?? DEFAULT_CHANNEL;
  }

  lastProbeOf({ id }: Device): ProbeResult | null {
    return this.registry.find(id)?.localHealth.lastProbe ?? null;
  }

  of(device: Device): PooledDevice {
    return this.registry.of(device);
  }

  /** Called regularly, since the end of a cooldown is no event. */
  measure(): void {
    measureDevices(this.metrics, this.registry.all, this.reservations, this.clock.now());
  }

  private updateHealth(device: Device, change: (pooled: PooledDevice) => void): void {
    const pooled = this.registry.find(device.id);
    if (!pooled) return;
    const before = this.localStateOf(pooled);
    change(pooled);
    const after = this.localStateOf(pooled);
    if (after.health === before.health && after.rest === before.rest) return;
    const level = after.health === 'well' && after.rest === 'none' ? 'info' : 'warn';
    this.logger[level]({ deviceId: device.id, ...after }, 'device health');
    this.measure();
  }

  private localStateOf(pooled: PooledDevice) {
    const now = this.clock.now();
    return { health: pooled.healthAt(now), rest: pooled.localHealth.cooldownLevelAt(now) };
  }

  /** Without an end from the gateway, the default duration counts from the first report. */
  private heldBack(device: Device, until: Date | undefined): void {
    const now = this.clock.now();
    if (until) this.restrict(device, until);
    else if (!this.registry.find(device.id)?.lockedUntil(now))
      this.restrict(device, addSeconds(now, this.config.DEVICE_RESTRICTED_SECONDS));
  }

  /** Takes effect here at once, and on all instances when the row is stored. */
  private restrict(device: Device, until: Date): void {
    const now = this.clock.now();
    const latest = addSeconds(now, RESTRICTED_MAX_SECONDS);
    const end = until > latest ? latest : until;
    const known = this.registry.find(device.id)?.lockedUntil(now);
    if (end <= now || (known && known >= end)) return;
    this.updateHealth(device, (pooled) => pooled.restrict(end));
    this.background.start('restrict device', () => this.marks.restrict(device, end));
  }

  /** Reads contacts only if the choice depends on them. */
  private async contactsOf(devices: PooledDevice[], { recipientIndex }: DeviceQuery): Promise<Contacts> {
    const isSticky = devices.length > 1 && this.config.DEVICE_STICKY_HOURS > 0;
    const now = this.clock.now();
    const isNeeded =
      isSticky ||
      devices.some((pooled) => pooled.mindsFirstContacts || pooled.mindsPortfolio || pooled.mindsChats(now));
    return recipientIndex !== undefined && isNeeded ? this.contacts.of(recipientIndex) : NO_CONTACTS;
  }

  private async pairsOf(devices: PooledDevice[], recipientIndex?: string): Promise<Map<number, Date>> {
    const isNeeded = devices.some(({ limits }) => limits.pair_seconds !== null);
    return recipientIndex !== undefined && isNeeded ? this.reservations.pairsOf(recipientIndex) : new Map();
  }

  private spentUntil(pooled: PooledDevice, contacts: Contacts, now: Date): Date | undefined {
    return pooled.isCapped ? this.reservations.spentUntil(pooled.uses(now, contacts)) : undefined;
  }

  /**
   * Active devices of the channel, or only the one that is named, which may be in set-up; without those whose
   * template of the language is blocked.
   */
  private sending({ channel = DEFAULT_CHANNEL, onlyDeviceId, language = 'id' }: DeviceQuery): PooledDevice[] {
    const isWanted = (pooled: PooledDevice) =>
      onlyDeviceId === undefined
        ? isActive(pooled) && pooled.channel === channel
        : pooled.id === onlyDeviceId && (isActive(pooled) || pooled.device.state === 'setup');
    return this.registry.all.filter((pooled) => isWanted(pooled) && !pooled.isBlockedIn(language));
  }

  private async fresh(): Promise<void> {
    if (await this.registry.fresh()) this.measure();
  }
}

const isActive = ({ device }: PooledDevice) => device.state === 'active';

const DRAWS = 1_000_000;

/** Above 0, at most 1. */
const drawn = () => (randomInt(DRAWS) + 1) / DRAWS;

/** Undefined if the end of an outage is unknown. */
function soonest(ends: readonly (Date | undefined)[], now: Date): number | undefined {
  const known = ends.filter((end) => end !== undefined).sort((a, b) => a.getTime() - b.getTime());
  return known[0] && known.length === ends.length ? secondsUntil(now, known[0]) : undefined;
}
