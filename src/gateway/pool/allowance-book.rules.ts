import type { Allowance } from './device-limits.rules.js';

interface Account {
  period: string;
  /** Reserved for this instance and not used yet. */
  left: number;
  /** What all instances together had reserved when this one last looked. */
  taken: number;
}

/**
 * The part of the devices' allowances that this instance has reserved in advance, in blocks: so most sends need no
 * query. If the process crashes, the rest of its blocks is lost, and nothing else.
 */
export class AllowanceBook {
  private accounts = new Map<string, Account>();

  /** Whether any is left of what is reserved. */
  has(deviceId: number, allowance: Allowance, period: string): boolean {
    return this.accountOf(deviceId, allowance, period).left > 0;
  }

  /** Uses one of what is reserved; false when there is none. */
  spend(deviceId: number, allowance: Allowance, period: string): boolean {
    if (!this.has(deviceId, allowance, period)) return false;
    this.accountOf(deviceId, allowance, period).left--;
    return true;
  }

  /** Gives one back: the send that used it did not happen. */
  giveBack(deviceId: number, allowance: Allowance, period: string): void {
    const account = this.accounts.get(keyOf(deviceId, allowance));
    if (account?.period === period) account.left++;
  }

  /** Adds a reserved block. */
  add(deviceId: number, allowance: Allowance, period: string, block: number): void {
    const account = this.accountOf(deviceId, allowance, period);
    account.left += block;
    account.taken += block;
  }

  /** Notes what all instances together have reserved. */
  note(deviceId: number, allowance: Allowance, period: string, taken: number): void {
    this.accountOf(deviceId, allowance, period).taken = taken;
  }

  /** Whether a cap is used up, as far as this instance knows: its own block is empty, and no other can be reserved. */
  isSpent(deviceId: number, allowance: Allowance, period: string, cap: number): boolean {
    const account = this.accounts.get(keyOf(deviceId, allowance));
    if (account?.period !== period) return cap <= 0;
    return account.left === 0 && account.taken >= cap;
  }

  /** What was used, as far as this instance knows; others' unused blocks count as used. */
  usedOf(deviceId: number, allowance: Allowance, period: string): number {
    const account = this.accounts.get(keyOf(deviceId, allowance));
    return account?.period === period ? Math.max(0, account.taken - account.left) : 0;
  }

  /** Forgets the blocks of a device whose limits were changed, or that is gone. */
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
