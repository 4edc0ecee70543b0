/** How many messages of a list fall on a day. */
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
 * Where a list goes on after its first `offset` messages: days before that are passed over by their counts, unread.
 * Days that have no more than `limit` together are read at once; one that has more stands alone, as does the first.
 */
export function slicesFrom(days: readonly DayCount[], offset: number, limit: number): DaySlice[] {
  const slices: DaySlice[] = [];
  let left = offset;
  let room = 0;
  for (const { day, count } of days) {
    if (count <= left) {
      left -= count;
      continue;
    }
    const last = slices.at(-1);
    if (last && count <= room) {
      last.days.push(day);
      room -= count;
    } else {
      room = last ? limit - count : 0;
      slices.push({ days: [day], skip: left });
    }
    left = 0;
  }
  return slices;
}
