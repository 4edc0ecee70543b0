import type { Allowance } from './device-limits.rules.js';

interface Account {
  period: string;
  /** Reserved for this instance and unused. */
  left: number;
  /** Reserved by all instances at the last read. */
  taken: number;
}

/** The allowances that this instance has reserved in blocks and not used. They are lost after a crash. */
export class ReservedAllowances {
  private accounts = new Map<string, Account>();

  has(deviceId: number, allowance: Allowance, period: string): boolean {
    return this.accountOf(deviceId, allowance, period).left > 0;
  }

  spend(deviceId: number, allowance: Allowance, period: string): boolean {
    if (!this.has(deviceId, allowance, period)) return false;
    this.accountOf(deviceId, allowance, period).left--;
    return true;
  }

  /** Gives back one that was not used. */
  release(deviceId: number, allowance: Allowance, period: string): void {
    const account = this.accounts.get(keyOf(deviceId, allowance));
    if (account?.period === period) account.left++;
  }

  add(deviceId: number, allowance: Allowance, period: string, block: number): void {
    const account = this.accountOf(deviceId, allowance, period);
    account.left += block;
    account.taken += block;
  }

  note(deviceId: number, allowance: Allowance, period: string, taken: number): void {
    this.accountOf(deviceId, allowance, period).taken = taken;
  }

  /** Whether the cap is used up, as far as this instance knows. */
  isSpent(deviceId: number, allowance: Allowance, period: string, cap: number): boolean {
    const account = this.accounts.get(keyOf(deviceId, allowance));
    if (account?.period !== period) return cap <= 0;
    return account.left === 0 && account.taken >= cap;
  }

  /** Usage as far as this instance knows; unused blocks of others count as used. */
  usedOf(deviceId: number, allowance: Allowance, period: string): number {
    const account = this.accounts.get(keyOf(deviceId, allowance));
    return account?.period === period ? Math.max(0, account.taken - account.left) : 0;
  }

  /** For changed limits or a deleted device. */
  forget(deviceId: number): void {
    for (const key of this.accounts.keys()) if (key.startsWith(`${deviceId}:`)) this.accounts.delete(key);
  }

  private accountOf(deviceId: number, allowance: Allowance, period: string): Account {
    const key = keyOf(deviceId, allowance);
    let account = this.accounts.get(key);
    if (account?.period !== period) {
      account = { period, left: 0, taken: 0 };
      this.accounts.set(key, account);
    }
    return account;
  }
}

const keyOf = (deviceId: number, allowance: Allowance) => `${deviceId}:${allowance}`;
