/** The windows that are counted in, by the length of their names in UTC. */
const NAME_LENGTHS = { minute: 'YYYY-MM-DDTHH:MM'.length, hour: 'YYYY-MM-DDTHH'.length } as const;
const LENGTHS_MS = { minute: 60_000, hour: 3_600_000 } as const;

export type TallyUnit = keyof typeof NAME_LENGTHS;

/** The window that a moment lies in. Names of one unit sort as their windows do. */
export const periodAt = (unit: TallyUnit, at: Date): string => at.toISOString().slice(0, NAME_LENGTHS[unit]);

/** The beginnings of the last windows, the oldest first and the present one last. */
export function lastPeriods(unit: TallyUnit, count: number, now: Date): Date[] {
  const lengthMs = LENGTHS_MS[unit];
  const present = Math.floor(now.getTime() / lengthMs) * lengthMs;
  return Array.from({ length: count }, (_, at) => new Date(present - (count - 1 - at) * lengthMs));
}
