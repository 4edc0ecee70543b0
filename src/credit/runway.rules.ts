import { MESSAGE_COST } from './price.rules.js';

/** So many whole days before today say how much an account spends. */
export const RUNWAY_DAYS = 7;
/** Of fewer nothing is concluded: one day is no habit. */
const DAYS_MIN = 2;

/** What was spent on some whole days, and how long the balance lasts at that pace. */
export interface Runway {
  days: number;
  credits: number;
  /** Null where nothing was spent. */
  lastsDays: number | null;
}

/**
 * From the messages of the last whole days that were paid, oldest first. Days before the account's first message ever
 * say nothing of its pace; null: there are too few others.
 */
export function runwayOf(
  balance: number,
  days: readonly string[],
  { paid, first }: { paid: ReadonlyMap<string, number>; first: string | null },
): Runway | null {
  const told = days.filter((day) => first !== null && day >= first);
  if (told.length < DAYS_MIN) return null;
  const credits = told.reduce((sum, day) => sum + (paid.get(day) ?? 0), 0) * MESSAGE_COST;
  const lastsDays = credits > 0 ? Math.floor((balance * told.length) / credits) : null;
  return { days: told.length, credits, lastsDays };
}
