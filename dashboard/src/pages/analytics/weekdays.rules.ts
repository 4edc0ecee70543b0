const DAY_MS = 86_400_000;

/** The dates between two days (inclusive) by weekday; 1: Monday. */
export function weekdaysBetween(from: string, to: string): Map<number, string[]> {
  const days = new Map<number, string[]>();
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const weekday = new Date(at).getUTCDay() || 7;
    days.set(weekday, [...(days.get(weekday) ?? []), new Date(at).toISOString().slice(0, 10)]);
  }
  return days;
}
