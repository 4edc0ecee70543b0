import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { randomInt } from '../../platform/ids/random.js';
import type { Indexes } from '../../platform/security/hashing.js';
import { type Channel, DEFAULT_CHANNEL } from '../../platform/text/channel.js';
import type { Language } from '../../platform/text/message-template.rules.js';
import { Clock, secondsUntil } from '../../platform/time/clock.js';
import type { Device } from '../device.entities.js';
import { GatewayMetrics } from '../gateway-metrics.js';
import { AllowanceReservations } from './allowance-reservations.js';
import { DeviceGauges } from './device-gauges.js';
import { DeviceRegistry } from './device-registry.js';
import type { DeviceHealth, ProbeResult } from './local-device-health.rules.js';
import type { PooledDevice } from './pooled-device.rules.js';
import { type Contacts, NO_CONTACTS, RecipientContacts } from './recipient-contacts.js';
import { WeightedRoundRobin } from './weighted-round-robin.rules.js';

/** Healths of devices that can receive texts, the better ones first. */
const RECEIVING: readonly (readonly DeviceHealth[])[] = [['well', 'failing', 'restricted'], ['degraded']];

export interface Picked {
  device: Device;
  /**
   * No message of ours has reached the recipient through it. Set only if the device limits new recipients or checks
   * numbers.
   */
  isFirstContact: boolean;
  /** The device is restricted, but has delivered to this recipient before. */
  isKept: boolean;
  /** Returns the message's share of the device's limits; call it if nothing was sent. */
  release(): void;
}

export interface DeviceQuery {
  recipient?: Indexes;
  /** Default: WhatsApp. */
  channel?: Channel;
  /** Only this device, whatever its channel. */
  onlyDeviceId?: number;
  /** Default: Indonesian. */
  language?: Language;
}

/** Whether a send would find a device, and otherwise when to retry, if known. */
export interface Availability {
  isAvailable: boolean;
  retryAfterSeconds?: number;
}

@Injectable()
export class DevicePool {
  private readonly roundRobin = new WeightedRoundRobin();

  constructor(
    private readonly registry: DeviceRegistry,
    private readonly reservations: AllowanceReservations,
    private readonly contacts: RecipientContacts,
    private readonly gauges: DeviceGauges,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: GatewayMetrics,
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
      const chosen = this.roundRobin.next(candidates)?.subject;
      if (!chosen) return undefined;
      const { device } = chosen;
      const need = chosen.need(now, contacts, wanted.recipient);
      const reservation = await this.reservations.take(need);
      if (!reservation) {
        // Another instance used the trial, or the device has recovered: it may still send, after the others.
        if (need.trialsBefore === undefined) passedOver.add(chosen.id);
        else chosen.skipTrials(now);
        continue;
      }
      if (need.trialsBefore !== undefined) device.trials = need.trialsBefore + 1;
      this.metrics.picks.inc({ device: device.name });
      const isKept = chosen.healthAt(now) === 'restricted';
      const isFirstContact = chosen.checksFirstContacts && !contacts.known.has(chosen.id);
      return { device, isFirstContact, isKept, release: () => reservation.release() };
    }
  }

  /**
   * Devices that users can write to, in random order by weight: connected, with a known number. Restricted devices
   * still receive; degraded ones, which may be banned, come last.
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
        .map(({ device }) => ({ device, rank: drawn() ** (1 / device.weight) }))
        .sort((one, other) => other.rank - one.rank)
        .map(({ device }) => device),
    );
  }

  /** Whether a WhatsApp device could write to a new recipient now. */
  async isAvailable(): Promise<boolean> {
    return (await this.availability()).isAvailable;
  }

  /** Reads the recipient's contacts only if the result depends on them. */
  async availability(wanted: DeviceQuery = {}): Promise<Availability> {
    await this.fresh();
    const now = this.clock.now();
    const sending = this.sending(wanted);
    const ready = sending.filter((pooled) => pooled.classAt(now) !== null);
    if (ready.some((pooled) => !pooled.dependsOnRecipient && !this.spentUntil(pooled, NO_CONTACTS, now)))
      return { isAvailable: true };
    const contacts = await this.contactsOf(sending, wanted);
    const able = sending.filter((pooled) => pooled.classAt(now, contacts) !== null);
    const pairs = await this.pairsOf(able, wanted.recipient);
    const waits = able.map((pooled) => this.spentUntil(pooled, contacts, now) ?? pairs.get(pooled.id));
    if (waits.includes(undefined)) return { isAvailable: true };
    const out = sending.filter((pooled) => pooled.classAt(now, contacts) === null);
    const ends = out.map((pooled) => pooled.backAt(now));
    return { isAvailable: false, retryAfterSeconds: soonest([...waits, ...ends], now) };
  }

  /** The devices of its portfolio, itself included. Unknown portfolios of a driver count as one portfolio. */
  portfolioOf({ driver, portfolioId }: Device): number[] {
    return this.registry.all
      .filter(({ device }) => device.driver === driver && device.portfolioId === portfolioId)
      .map(({ id }) => id);
  }

  async refresh(): Promise<void> {
    await this.registry.refresh();
    this.gauges.update();
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

  /** The device as loaded at most two seconds ago. Needs no query, since strangers may ask for any id. */
  async find(id: number): Promise<Device | undefined> {
    await this.fresh();
    return this.registry.find(id)?.device;
  }

  /** The channel of the device; of a deleted device, the default. */
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

  /** Reads contacts only if the choice depends on them. */
  private async contactsOf(devices: PooledDevice[], { recipient }: DeviceQuery): Promise<Contacts> {
    const isSticky = devices.length > 1 && this.config.DEVICE_STICKY_HOURS > 0;
    const now = this.clock.now();
    const isNeeded =
      isSticky ||
      devices.some(
        (pooled) => pooled.checksFirstContacts || pooled.limitsPortfolio || pooled.limitsChats(now),
      );
    return recipient !== undefined && isNeeded ? this.contacts.of(recipient) : NO_CONTACTS;
  }

  private async pairsOf(devices: PooledDevice[], recipient?: Indexes): Promise<Map<number, Date>> {
    const isNeeded = devices.some(({ limits }) => limits.pair_seconds !== null);
    return recipient !== undefined && isNeeded ? this.reservations.pairsOf(recipient) : new Map();
  }

  private spentUntil(pooled: PooledDevice, contacts: Contacts, now: Date): Date | undefined {
    return pooled.isCapped ? this.reservations.spentUntil(pooled.uses(now, contacts)) : undefined;
  }

  /**
   * Active devices of the channel, or only the named one, which may be in set-up. Devices whose template of the
   * language is blocked are left out.
   */
  private sending({ channel = DEFAULT_CHANNEL, onlyDeviceId, language = 'id' }: DeviceQuery): PooledDevice[] {
    const isWanted = (pooled: PooledDevice) =>
      onlyDeviceId === undefined
        ? isActive(pooled) && pooled.channel === channel
        : pooled.id === onlyDeviceId && (isActive(pooled) || pooled.device.state === 'setup');
    return this.registry.all.filter((pooled) => isWanted(pooled) && !pooled.isBlockedIn(language));
  }

  private async fresh(): Promise<void> {
    if (await this.registry.fresh()) this.gauges.update();
  }
}

const isActive = ({ device }: PooledDevice) => device.state === 'active';

const DRAWS = 1_000_000;

/** Above 0, at most 1. */
const drawn = () => (randomInt(DRAWS) + 1) / DRAWS;

/** Seconds until the first of the ends; `undefined` if any of them is unknown. */
function soonest(ends: readonly (Date | undefined)[], now: Date): number | undefined {
  const known = ends.filter((end) => end !== undefined).sort((a, b) => a.getTime() - b.getTime());
  return known[0] && known.length === ends.length ? secondsUntil(now, known[0]) : undefined;
}
