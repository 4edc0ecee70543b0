import type { Calendar } from '../../platform/time/calendar.js';
import type { AccountKind } from '../driver-info.js';

/** `new_per_day` and `warmup_first_day` (doubled every three days) limit recipients that the device never wrote to. */
export const LIMIT_NAMES = [
  'per_minute',
  'per_day',
  'new_per_day',
  'warmup_first_day',
  'pair_seconds',
] as const;

/** Limits as in the admin API and the database. Null: no limit. */
export type DeviceLimits = Record<(typeof LIMIT_NAMES)[number], number | null>;

/** The longest `pair_seconds`; a later end is from a wrong clock. */
export const PAIR_SECONDS_MAX = 3600;

const UNLIMITED = Object.fromEntries(LIMIT_NAMES.map((name) => [name, null])) as DeviceLimits;

/** The device's own limits over the defaults of its account kind. `personal`: from the configuration. */
export function limitsOf(
  account: AccountKind,
  own: Partial<DeviceLimits> | null,
  personal: DeviceLimits,
): DeviceLimits {
  const usual = {
    none: UNLIMITED,
    // The official API only limits messages to one recipient.
    business: { ...UNLIMITED, pair_seconds: personal.pair_seconds },
    personal,
  }[account];
  return { ...usual, ...own };
}

/** Each is counted in one row, for all instances. `portfolio`: one row for all devices of a business portfolio. */
export const ALLOWANCES = ['minute', 'day', 'new_recipients', 'portfolio'] as const;
export type Allowance = (typeof ALLOWANCES)[number];

/** The cap of each allowance on day `ageDays` of the device. */
export type Caps = Readonly<Record<Allowance, number | null>>;

export function capsOf(limits: DeviceLimits, ageDays: number, messagingLimit: number | null = null): Caps {
  return {
    minute: limits.per_minute,
    day: limits.per_day,
    new_recipients: newRecipientsOn(limits, Math.max(0, ageDays)),
    portfolio: messagingLimit,
  };
}

function newRecipientsOn({ new_per_day, warmup_first_day }: DeviceLimits, ageDays: number): number | null {
  if (warmup_first_day === null) return new_per_day;
  const doublings = Math.min(ageDays / DOUBLING_DAYS, DOUBLINGS_MAX);
  const warm = Math.floor(warmup_first_day * 2 ** doublings);
  if (new_per_day !== null) return Math.min(new_per_day, warm);
  return doublings >= DOUBLINGS_MAX ? null : warm;
}

/** Day of the warm-up; null: it is over. */
export function warmUpOf(limits: DeviceLimits, ageDays: number): { day: number; days: number } | null {
  const { new_per_day: full, warmup_first_day: first } = limits;
  if (first === null) return null;
  // A warm-up that starts at zero has no end.
  const doublings =
    full === null || first === 0 ? DOUBLINGS_MAX : Math.min(DOUBLINGS_MAX, Math.log2(full / first));
  const days = Math.ceil(Math.max(0, doublings) * DOUBLING_DAYS);
  const day = Math.max(0, ageDays) + 1;
  return day > days ? null : { day, days };
}

/** Doubling every day caused two thirds more bans in the fleet simulation: docs/deliverability.md. */
const DOUBLING_DAYS = 3;
const DOUBLINGS_MAX = 14;

/** The window of an allowance: a minute or a local day. Keys sort by time. */
export interface Period {
  key: string;
  endsAt: Date;
}

export function periodOf(allowance: Allowance, now: Date, calendar: Calendar): Period {
  if (allowance !== 'minute') return { key: calendar.day(now), endsAt: calendar.endOfDay(now) };
  const endsAt = new Date((Math.floor(now.getTime() / MINUTE_MS) + 1) * MINUTE_MS);
  return { key: now.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length), endsAt };
}

const MINUTE_MS = 60_000;

export function daysBetween(from: Date, to: Date, calendar: Calendar): number {
  return Math.round((Date.parse(calendar.day(to)) - Date.parse(calendar.day(from))) / DAY_MS);
}

const DAY_MS = 86_400_000;
