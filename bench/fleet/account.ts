import { type Around, ASSUMPTIONS } from './assumptions.js';
import type { Draws } from './draws.js';
import { DAY_MS, HOUR_MS } from './time.js';

const { tolerance, sanctions } = ASSUMPTIONS;

export const SANCTIONS = ['cold_lock', 'restriction', 'ban'] as const;
export type Sanction = (typeof SANCTIONS)[number];

/** A sanction of WhatsApp against an account, and its end. */
export interface SanctionDecision {
  sanction: Sanction;
  untilMs: number;
}

/**
 * A personal account as WhatsApp sees it: how much it writes, to how many new people, and how much WhatsApp tolerates
 * at its age. A sanction follows when the accumulated hazard exceeds a threshold that was drawn before. So the same
 * exposure has the same result under each strategy.
 */
export class Account {
  private readonly newChats = new FadingCount(DAY_MS);
  private readonly messages = new FadingCount(HOUR_MS);
  private readonly leniency: number;
  private readonly hazards: Record<Sanction, number> = { cold_lock: 0, restriction: 0, ban: 0 };
  private readonly thresholds: Record<Sanction, number>;

  constructor(
    private readonly linkedAtMs: number,
    private readonly draws: Draws,
  ) {
    this.leniency = draws.around(1, tolerance.spread);
    this.thresholds = { cold_lock: draws.wait(1), restriction: draws.wait(1), ban: draws.wait(1) };
  }

  /** Counts a message, also a refused one, since WhatsApp sees the attempt. */
  wrote(isNewChat: boolean, nowMs: number): void {
    this.messages.add(nowMs);
    if (isNewChat) this.newChats.add(nowMs);
  }

  /** Returns the sanctions that follow from the time since the last review. */
  review(nowMs: number): SanctionDecision[] {
    const weight = Math.min(this.pressure(nowMs), sanctions.pressureMax) ** sanctions.exponent;
    const days = sanctions.reviewMs / DAY_MS;
    this.hazards.cold_lock += days * sanctions.coldLock.perDay * weight;
    this.hazards.restriction += days * sanctions.restriction.perDay * weight;
    this.hazards.ban += days * (sanctions.ban.everyPerDay + sanctions.ban.perDay * weight);
    return SANCTIONS.filter((sanction) => this.hazards[sanction] >= this.thresholds[sanction]).map(
      (sanction) => {
        this.hazards[sanction] = 0;
        this.thresholds[sanction] = this.draws.wait(1);
        return { sanction, untilMs: nowMs + this.lengthOf(sanction) };
      },
    );
  }

  /** The volume as a share of the tolerated one. */
  private pressure(nowMs: number): number {
    const ageDays = (nowMs - this.linkedAtMs) / DAY_MS;
    return Math.max(
      this.newChats.at(nowMs) / (this.leniency * at(tolerance.newChatsPerDay, ageDays)),
      this.messages.at(nowMs) / (this.leniency * at(tolerance.messagesPerHour, ageDays)),
    );
  }

  private lengthOf(sanction: Sanction): number {
    if (sanction === 'ban') return Infinity;
    const { median, spread }: Around = (sanction === 'cold_lock' ? sanctions.coldLock : sanctions.restriction)
      .lasts;
    return this.draws.around(median, spread);
  }
}

/** A decaying counter: after `windowMs` an event has the weight 1/e. */
class FadingCount {
  private count = 0;
  private countedMs = 0;

  constructor(private readonly windowMs: number) {}

  add(nowMs: number): void {
    this.count = this.at(nowMs) + 1;
    this.countedMs = nowMs;
  }

  at(nowMs: number): number {
    return this.count * Math.exp((this.countedMs - nowMs) / this.windowMs);
  }
}

interface Point {
  readonly days: number;
  readonly of: number;
}

/** The value at an age, interpolated linearly between the points. */
function at(points: readonly Point[], days: number): number {
  const next = points.findIndex((point) => point.days > days);
  const after = points[next];
  const before = points[next - 1] ?? points.at(-1);
  if (!before) throw new Error('a curve needs a point');
  if (!after) return before.of;
  const share = (days - before.days) / (after.days - before.days);
  return before.of + share * (after.of - before.of);
}
