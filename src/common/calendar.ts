/**
 * Calendar days and written times in one time zone. Everything is stored in UTC; only what people read is local.
 */
export class Calendar {
  private readonly formatter: Intl.DateTimeFormat;

  constructor(readonly timeZone: string) {
    this.formatter = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  }

  /** `YYYY-MM-DD` of the local day. */
  day(at: Date): string {
    return this.format(at).slice(0, 10);
  }

  /** `YYYY-MM-DD HH:MM:SS`, local. */
  format(at: Date): string {
    return this.formatter.format(at).replace(', ', ' ');
  }

  /** The `count` local days that end with the day of `at`, oldest first. */
  lastDays(at: Date, count: number): string[] {
    const noon = new Date(`${this.day(at)}T12:00:00Z`).getTime();
    return Array.from({ length: count }, (_, i) =>
      new Date(noon - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
    );
  }
}
