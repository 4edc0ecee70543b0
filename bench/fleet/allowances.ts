import {
  type Allowance,
  ALLOWANCES,
  type Caps,
  periodOf,
} from '../../src/gateway/pool/device-limits.rules.js';
import type { PooledDevice } from '../../src/gateway/pool/pooled-device.rules.js';
import { ReservedAllowances } from '../../src/gateway/pool/reserved-allowances.rules.js';
import type { Calendar } from '../../src/platform/time/calendar.js';
import { SECOND_MS } from './time.js';

/**
 * The allowances of devices, as DeviceClaims counts them in one instance. Uses ReservedAllowances of the service; this
 * class does the part of the database.
 */
export class Allowances {
  private readonly book = new ReservedAllowances();
  /** Until when a device may not write to a recipient again. */
  private readonly pairs = new Map<string, number>();
  private readonly caps = new Map<number, { day: string; caps: Caps }>();
  private periods: Record<Allowance, string> = { minute: '', day: '', new_recipients: '', portfolio: '' };
  private now = new Date(0);

  constructor(private readonly calendar: Calendar) {}

  /** Sets the time. Call it before the other methods. */
  at(now: Date): void {
    const keyOf = (allowance: Allowance) => periodOf(allowance, now, this.calendar).key;
    const day = keyOf('day');
    this.periods = { minute: keyOf('minute'), day, new_recipients: day, portfolio: day };
    this.now = now;
  }

  isSpent(device: PooledDevice, isFirstContact: boolean): boolean {
    const caps = this.capsOf(device);
    return ALLOWANCES.some((allowance) => {
      const cap = caps[allowance];
      if (cap === null || !counts(allowance, isFirstContact)) return false;
      return this.book.isSpent(device.id, allowance, this.periods[allowance], cap);
    });
  }

  /** Takes the allowances of a message and returns their release; `undefined` if one is used up. */
  take(device: PooledDevice, recipient: number, isFirstContact: boolean): (() => void) | undefined {
    if (this.isSpent(device, isFirstContact) || !this.takePair(device, recipient)) return undefined;
    const { id } = device;
    const periods = this.periods;
    const caps = this.capsOf(device);
    const taken = ALLOWANCES.filter(
      (allowance) => caps[allowance] !== null && counts(allowance, isFirstContact),
    );
    for (const allowance of taken) {
      if (this.book.spend(id, allowance, periods[allowance])) continue;
      this.book.add(id, allowance, periods[allowance], 1);
      this.book.spend(id, allowance, periods[allowance]);
    }
    return () => taken.forEach((allowance) => this.book.release(id, allowance, periods[allowance]));
  }

  private takePair({ id, limits }: PooledDevice, recipient: number): boolean {
    if (limits.pair_seconds === null) return true;
    const pair = `${id}:${recipient}`;
    const nowMs = this.now.getTime();
    if ((this.pairs.get(pair) ?? 0) > nowMs) return false;
    this.pairs.set(pair, nowMs + limits.pair_seconds * SECOND_MS);
    return true;
  }

  /** The caps of a device, which change once a day. */
  private capsOf(device: PooledDevice): Caps {
    const known = this.caps.get(device.id);
    if (known?.day === this.periods.day) return known.caps;
    const caps = device.caps(this.now);
    this.caps.set(device.id, { day: this.periods.day, caps });
    return caps;
  }
}

const counts = (allowance: Allowance, isFirstContact: boolean) =>
  allowance !== 'new_recipients' || isFirstContact;
