import {
  capsOf,
  daysBetween,
  type DeviceLimits,
  periodOf,
} from '../../src/gateway/pool/device-limits.rules.js';
import type { Calendar } from '../../src/platform/time/calendar.js';
import { type Sanction, SANCTIONS } from './account.js';
import { ASSUMPTIONS } from './assumptions.js';
import { SECOND_MS } from './time.js';

/** The result of a run. Times are from request to arrival, of delivered messages. */
export interface Figures {
  messages: number;
  delivered: number;
  undelivered: number;
  /** Parts of `undelivered`. */
  late: number;
  lost: number;
  failed: number;
  refused: number;
  noCapacity: number;
  deliveredShare: number;
  medianMs: number;
  p95Ms: number;
  bans: number;
  restrictions: number;
  coldLocks: number;
  /** Messages above Sandi's caps for the device, which the other strategies do not observe. */
  pastCaps: number;
  /** Messages of the second channel. */
  second: number;
  /** Messages of the second channel although WhatsApp also delivered the code in time. */
  unneeded: number;
}

type End = 'delivered' | 'late' | 'lost' | 'failed' | 'refused' | 'noCapacity';

/** Counts the results, and checks the caps independently of the code that enforces them. */
export class RunRecorder {
  private readonly ends: Record<End, number> = {
    delivered: 0,
    late: 0,
    lost: 0,
    failed: 0,
    refused: 0,
    noCapacity: 0,
  };
  private readonly sanctions = Object.fromEntries(SANCTIONS.map((sanction) => [sanction, 0])) as Record<
    Sanction,
    number
  >;
  private readonly tookMs: number[] = [];
  private readonly counts = new Map<string, number>();
  private readonly lastAtMs = new Map<string, number>();
  private pastCaps = 0;
  private second = 0;
  private unneeded = 0;

  constructor(
    private readonly limits: DeviceLimits,
    private readonly calendar: Calendar,
  ) {}

  arrived(tookMs: number): void {
    if (tookMs > ASSUMPTIONS.people.usefulMs) return this.ended('late');
    this.ended('delivered');
    this.tookMs.push(tookMs);
  }

  ended(end: End): void {
    this.ends[end]++;
  }

  /** The second channel sent a code; `firstMs`: when WhatsApp's arrives. */
  secondSent(firstMs = Infinity): void {
    this.second++;
    if (firstMs <= ASSUMPTIONS.people.usefulMs) this.unneeded++;
  }

  sanctioned(sanction: Sanction): void {
    this.sanctions[sanction]++;
  }

  /** A device has accepted a message. */
  sent(device: { id: number; createdAt: Date }, recipient: number, at: Date): void {
    const caps = capsOf(this.limits, daysBetween(device.createdAt, at, this.calendar));
    const isPast = (['minute', 'day', 'new_recipients'] as const).filter((allowance) => {
      if (allowance === 'new_recipients' && this.lastAtMs.has(`${device.id}:${recipient}`)) return false;
      const key = `${device.id}:${allowance}:${periodOf(allowance, at, this.calendar).key}`;
      const count = (this.counts.get(key) ?? 0) + 1;
      this.counts.set(key, count);
      return count > (caps[allowance] ?? Infinity);
    });
    const pair = `${device.id}:${recipient}`;
    const sinceMs = at.getTime() - (this.lastAtMs.get(pair) ?? -Infinity);
    this.lastAtMs.set(pair, at.getTime());
    if (isPast.length > 0 || sinceMs < (this.limits.pair_seconds ?? 0) * SECOND_MS) this.pastCaps++;
  }

  /** Notes that device and recipient had a chat before the simulation began. */
  knewEachOther(deviceId: number, recipient: number): void {
    this.lastAtMs.set(`${deviceId}:${recipient}`, -Infinity);
  }

  figures(): Figures {
    const { delivered, ...undelivered } = this.ends;
    const missed = Object.values(undelivered).reduce((sum, count) => sum + count, 0);
    const took = this.tookMs.sort((a, b) => a - b);
    const { cold_lock: coldLocks, restriction: restrictions, ban: bans } = this.sanctions;
    return {
      messages: delivered + missed,
      delivered,
      undelivered: missed,
      ...undelivered,
      deliveredShare: delivered / Math.max(1, delivered + missed),
      medianMs: Math.round(took[Math.floor(took.length * 0.5)] ?? 0),
      p95Ms: Math.round(took[Math.floor(took.length * 0.95)] ?? 0),
      bans,
      restrictions,
      coldLocks,
      pastCaps: this.pastCaps,
      second: this.second,
      unneeded: this.unneeded,
    };
  }
}
