/** Time buckets by the length of their names in UTC. */
const NAME_LENGTHS = { minute: 'YYYY-MM-DDTHH:MM'.length, hour: 'YYYY-MM-DDTHH'.length } as const;
const LENGTHS_MS = { minute: 60_000, hour: 3_600_000 } as const;

export type CounterUnit = keyof typeof NAME_LENGTHS;

/** The bucket of a moment. Names of one unit sort like their buckets. */
export const periodAt = (unit: CounterUnit, at: Date): string =>
  at.toISOString().slice(0, NAME_LENGTHS[unit]);

/** The beginnings of the last buckets, the present one last. */
export function lastPeriods(unit: CounterUnit, count: number, now: Date): Date[] {
  const lengthMs = LENGTHS_MS[unit];
  const present = Math.floor(now.getTime() / lengthMs) * lengthMs;
  return Array.from({ length: count }, (_, at) => new Date(present - (count - 1 - at) * lengthMs));
}
