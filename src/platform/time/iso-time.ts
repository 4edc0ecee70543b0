const FORM = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Reads a date and time of ISO 8601 with its offset (`2026-12-31T17:00:00+07:00`); `undefined` for anything else. */
export function parseIsoTime(text: string): Date | undefined {
  const [, year, month, day] = FORM.exec(text) ?? [];
  if (year === undefined) return undefined;
  const at = new Date(text);
  // JavaScript reads 30 February as 2 March.
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  const exists = !Number.isNaN(at.getTime()) && Number(day) <= daysInMonth;
  // An offset can push the last day of 9999 into a year that no database column holds.
  return exists && at.getUTCFullYear() >= 1000 && at.getUTCFullYear() <= 9999 ? at : undefined;
}
