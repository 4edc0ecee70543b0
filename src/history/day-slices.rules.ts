export interface DayCount {
  day: string;
  count: number;
}

/** The messages of some days, without the first `skip`. */
export interface DaySlice {
  days: string[];
  skip: number;
}

/**
 * Splits the days after `offset` messages into reads of about `limit` messages. Skips days by their counts, without
 * reading them. A large day is a read of its own.
 */
export function slicesFrom(days: readonly DayCount[], offset: number, limit: number): DaySlice[] {
  const slices: DaySlice[] = [];
  let left = offset;
  let capacity = 0;
  for (const { day, count } of days) {
    if (count <= left) {
      left -= count;
      continue;
    }
    const last = slices.at(-1);
    if (last && count <= capacity) {
      last.days.push(day);
      capacity -= count;
    } else {
      capacity = last ? limit - count : 0;
      slices.push({ days: [day], skip: left });
    }
    left = 0;
  }
  return slices;
}
