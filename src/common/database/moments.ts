/** The last moment that was written down: the rows of a batch share most of theirs. */
let last = { ms: Number.NaN, text: '' };

/** A moment as both engines store it: UTC, to the millisecond. */
export function momentText(moment: Date): string {
  const ms = moment.getTime();
  if (ms !== last.ms) last = { ms, text: moment.toISOString().replace('T', ' ').slice(0, -1) };
  return last.text;
}

/** A moment as a query gives it: MySQL's driver makes a Date of it, SQLite's leaves the text. */
export const momentOf = (value: unknown): Date =>
  value instanceof Date ? value : new Date(`${String(value).replace(' ', 'T')}Z`);
