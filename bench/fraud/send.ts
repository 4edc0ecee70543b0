import type { FraudGroup, ObservedSend } from '../../src/fraud/fraud.rules.js';

/** A send of the simulation. Moments that never come are infinite. */
export interface SimulatedSend {
  atMs: number;
  at: Date;
  phone: string;
  /** By group; a group that the send does not name is left out. */
  groups: Partial<Record<FraudGroup, string>>;
  isPumped: boolean;
  convertsAtMs: number;
  failsAtMs: number;
}

/** The data about a send that the database has at a moment. */
export const observed = (
  { phone, at, convertsAtMs, failsAtMs }: SimulatedSend,
  nowMs: number,
): ObservedSend => ({ phone, at, isConverted: convertsAtMs <= nowMs, isFailed: failsAtMs <= nowMs });

/** The groups of the phone with this prefix and these last lastFour digits. */
export const groupsOfPhone = (prefix: string, lastFour: string) => ({
  prefix,
  hundred: prefix + lastFour.slice(0, 2),
  account: 'account',
});
