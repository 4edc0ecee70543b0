import type { DataSource } from 'typeorm';

/** The time of the database's machine; `undefined` for SQLite, which has the time of this one. */
export async function serverTime(source: DataSource): Promise<Date | undefined> {
  if (source.options.type !== 'mysql') return undefined;
  const [row] = await source.query<{ now: string | number }[]>('SELECT UNIX_TIMESTAMP(NOW(3)) AS now');
  return new Date(Number(row?.now) * 1000);
}
