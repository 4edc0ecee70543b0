import type { DataSource } from 'typeorm';
import type { Engine } from './options.js';

/** The last text made: most rows of a batch share their moments. */
let last = { ms: Number.NaN, text: '' };

/** A moment as both engines store it: UTC, to the millisecond. */
export function momentText(moment: Date): string {
  const ms = moment.getTime();
  if (ms !== last.ms) last = { ms, text: moment.toISOString().replace('T', ' ').slice(0, -1) };
  return last.text;
}

/** Reads a moment from a row: MySQL's driver gives a Date, SQLite's gives the text. */
export const momentOf = (value: unknown): Date =>
  value instanceof Date ? value : new Date(`${String(value).replace(' ', 'T')}Z`);

/** SQL for the seconds between two moments, exact to the millisecond. */
export const secondsBetween = (engine: Engine, from: string, to: string): string =>
  engine === 'sqlite'
    ? `ROUND((julianday(${to}) - julianday(${from})) * 86400, 3)`
    : `TIMESTAMPDIFF(MICROSECOND, ${from}, ${to}) / 1000000`;

/** The time of the database's machine; `undefined` for SQLite, which has the time of this one. */
export async function serverTime(source: DataSource): Promise<Date | undefined> {
  if (source.options.type !== 'mysql') return undefined;
  const [row] = await source.query<{ now: string | number }[]>('SELECT UNIX_TIMESTAMP(NOW(3)) AS now');
  return new Date(Number(row?.now) * 1000);
}
