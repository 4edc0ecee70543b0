import type { CooldownLevel } from './cooldown.rules.js';
import type { DeviceHealth } from './local-device-health.rules.js';

/**
 * Classes in order of use; each only if the earlier ones are empty. `trial`: a degraded device that gets one
 * message. `demoted` precedes `degraded`: a demoted device refuses or sends, a degraded one may lose the
 * message.
 */
const CLASSES = ['trial', 'well', 'demoted', 'degraded'] as const;
export type DeviceClass = (typeof CLASSES)[number];

/** The recipient's last device is kept if its score is at most this much below the best. */
const FAMILIAR_WITHIN = 0.1;
/** Twice the score gives sixteen times the share: delivery matters more than an even load. */
const SHARPNESS = 4;
const SHARE_MIN = 0.001;
/** Maximum rounds ahead of or behind a share. */
const DEBT_MAX = 10;
const ROUNDING = 1e-9;

export interface Turn {
  /** Picks that it is owed; negative: it had more than its share. */
  credit: number;
  /** Number of the last pick; 0: never. */
  lastUsed: number;
}

export const newRoundRobinState = (): Turn => ({ credit: 0, lastUsed: 0 });

export interface Candidate {
  /** Null: it takes no message. */
  class: DeviceClass | null;
  score: number;
  /** Set by the operator: twice the weight is twice the share. */
  weight: number;
  turn: Turn;
  isFamiliar: boolean;
}

/** `hasTrial`: it may get one message now. */
export function classOf(health: DeviceHealth, rest: CooldownLevel, hasTrial: boolean): DeviceClass | null {
  if (rest === 'out') return null;
  if (health === 'degraded') return hasTrial ? 'trial' : 'degraded';
  // A failing device still gets messages at a lower score; refused ones go to another device.
  if (health !== 'well' && health !== 'failing') return null;
  return rest === 'demoted' ? 'demoted' : 'well';
}

/**
 * Chooses the device for each send: the recipient's last device if it is about as good as the best, otherwise
 * smooth weighted round robin by weight and score. Owed picks are repaid at the current share, so that a
 * recovered device does not wait.
 */
export class WeightedRoundRobin {
  private picks = 0;

  next<T extends Candidate>(candidates: readonly T[]): T | undefined {
    const best = CLASSES.map((one) => candidates.filter((device) => device.class === one)).find(
      (devices) => devices.length > 0,
    );
    if (!best) return undefined;
    const round = best.reduce((sum, device) => sum + shareOf(device), 0);
    const bound = DEBT_MAX * round;
    for (const device of best) device.turn.credit = Math.min(device.turn.credit + shareOf(device), bound);
    const chosen = familiarOf(best) ?? mostOwed(best, round * ROUNDING);
    chosen.turn.credit = Math.max(chosen.turn.credit - round, -bound);
    chosen.turn.lastUsed = ++this.picks;
    return chosen;
  }
}

function mostOwed<T extends Candidate>(devices: readonly T[], rounding: number): T {
  return devices.reduce((best, device) => {
    const lead = device.turn.credit - best.turn.credit;
    const isEqual = Math.abs(lead) <= rounding;
    return isEqual ? (device.turn.lastUsed < best.turn.lastUsed ? device : best) : lead > 0 ? device : best;
  });
}

function familiarOf<T extends Candidate>(devices: readonly T[]): T | undefined {
  const best = Math.max(...devices.map(({ score }) => score));
  return devices.find(({ isFamiliar, score }) => isFamiliar && score >= best - FAMILIAR_WITHIN);
}

const shareOf = ({ weight, score }: Candidate) => Math.max(SHARE_MIN, weight * score ** SHARPNESS);
