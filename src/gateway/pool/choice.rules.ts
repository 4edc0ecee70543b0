import type { HealthWord } from './device-findings.rules.js';
import type { RestLevel } from './rest.rules.js';

/**
 * The order in which classes are used; each only when those before it are empty. `trial` is a degraded device that gets a
 * single message, now and then. `demoted` comes before `degraded`: a demoted device refuses a message or sends it, but a
 * degraded one may accept it and lose it.
 */
const CLASSES = ['trial', 'well', 'demoted', 'degraded'] as const;
export type DeviceClass = (typeof CLASSES)[number];

/** How far below the best a recipient's own device may be and still be kept. */
const FAMILIAR_WITHIN = 0.1;
/** Twice the score gives sixteen times the share: that a code arrives matters more than an even load. */
const SHARPNESS = 4;
const SHARE_MIN = 0.001;
/** Rounds that a device may be ahead of its share, or behind it. */
const DEBT_MAX = 10;
const ROUNDING = 1e-9;

/** A device's place in the spread; every pick moves it. */
export interface Turn {
  /** How many picks it is still owed; below 0 it has had more than its share. */
  credit: number;
  /** The number of the pick that used it last; 0: never used. */
  lastUsed: number;
}

export const firstTurn = (): Turn => ({ credit: 0, lastUsed: 0 });

export interface Candidate {
  /** Null: it takes no message. */
  class: DeviceClass | null;
  /** 0 to 1: how well it delivers. */
  score: number;
  /** The operator's: twice the weight is twice the share. */
  weight: number;
  turn: Turn;
  /** The last to deliver to this recipient. */
  isFamiliar: boolean;
}

/** The class of a device, by its health and its rest; `hasTrial`: it may be given a single message now. */
export function classOf(health: HealthWord, rest: RestLevel, hasTrial: boolean): DeviceClass | null {
  if (rest === 'out') return null;
  if (health === 'degraded') return hasTrial ? 'trial' : 'degraded';
  // It is tried again and again, at a lower score: what it refuses goes to another device.
  if (health !== 'well' && health !== 'failing') return null;
  return rest === 'demoted' ? 'demoted' : 'well';
}

/**
 * Chooses the device of each send. The recipient's own device is kept while it is about as good as the best; else
 * sends are spread by smooth weighted round robin, in proportion to weight and score, the least recently used first.
 * What is owed is paid back at the current share, so a device whose score has recovered does not wait for its old one.
 */
export class Spread {
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
