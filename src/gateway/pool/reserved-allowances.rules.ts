import type { Allowance } from './device-limits.rules.js';

interface Counts {
  period: string;
  /** Reserved for this instance and unused. */
  left: number;
  /** Reserved by all instances at the last read. */
  taken: number;
}

/** The allowances that this instance has reserved in blocks and not used. They are lost after a crash. */
export class ReservedAllowances {
  private byKey = new Map<string, Counts>();

  has(deviceId: number, allowance: Allowance, period: string): boolean {
    return this.countsOf(deviceId, allowance, period).left > 0;
  }

  spend(deviceId: number, allowance: Allowance, period: string): boolean {
    if (!this.has(deviceId, allowance, period)) return false;
    this.countsOf(deviceId, allowance, period).left--;
    return true;
  }

  /** Gives back one that was not used. */
  release(deviceId: number, allowance: Allowance, period: string): void {
    const counts = this.byKey.get(keyOf(deviceId, allowance));
    if (counts?.period === period) counts.left++;
  }

  add(deviceId: number, allowance: Allowance, period: string, block: number): void {
    const counts = this.countsOf(deviceId, allowance, period);
    counts.left += block;
    counts.taken += block;
  }

  note(deviceId: number, allowance: Allowance, period: string, taken: number): void {
    this.countsOf(deviceId, allowance, period).taken = taken;
  }

  /** Whether the cap is used up, as far as this instance knows. */
  isSpent(deviceId: number, allowance: Allowance, period: string, cap: number): boolean {
    const counts = this.byKey.get(keyOf(deviceId, allowance));
    if (counts?.period !== period) return cap <= 0;
    return counts.left === 0 && counts.taken >= cap;
  }

  /** Usage as far as this instance knows; unused blocks of others count as used. */
  usedOf(deviceId: number, allowance: Allowance, period: string): number {
    const counts = this.byKey.get(keyOf(deviceId, allowance));
    return counts?.period === period ? Math.max(0, counts.taken - counts.left) : 0;
  }

  /** For changed limits or a deleted device. */
  forget(deviceId: number): void {
    for (const key of this.byKey.keys()) if (key.startsWith(`${deviceId}:`)) this.byKey.delete(key);
  }

  private countsOf(deviceId: number, allowance: Allowance, period: string): Counts {
    const key = keyOf(deviceId, allowance);
    let counts = this.byKey.get(key);
    if (counts?.period !== period) {
      counts = { period, left: 0, taken: 0 };
      this.byKey.set(key, counts);
    }
    return counts;
  }
}

const keyOf = (deviceId: number, allowance: Allowance) => `${deviceId}:${allowance}`;
