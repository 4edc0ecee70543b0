/** How many messages of a list fall on a day. */
export interface DayCount {
  day: string;
  count: number;
}

/** The messages of one day, without the first `skip`. */
export interface DaySlice {
  day: string;
  skip: number;
}

/** Where a list goes on after its first `offset` messages: days before that are passed over by their counts, unread. */
export function slicesFrom(days: readonly DayCount[], offset: number): DaySlice[] {
  let left = offset;
  const slices: DaySlice[] = [];
  for (const { day, count } of days) {
    if (count <= left) {
      left -= count;
      continue;
    }
    slices.push({ day, skip: left });
    left = 0;
  }
  return slices;
}
