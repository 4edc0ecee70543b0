import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { engineOf, sqliteFile } from './options.js';

/** With less than this, SQLite has no room for the next sends, though a small write may find some in its files. */
const LEAST_BYTES = 1 << 20;

/** Free bytes on the disk of a SQLite file; `undefined`: a server, or unknown. */
export async function freeBytes(url: string): Promise<number | undefined> {
  if (engineOf(url) !== 'sqlite') return undefined;
  const found = await statfs(dirname(sqliteFile(url))).catch(() => undefined);
  return found && found.bavail * found.bsize;
}

/** Throws as SQLite does on a full disk. */
export async function requireSpace(url: string): Promise<void> {
  const free = await freeBytes(url);
  if (free === undefined || free >= LEAST_BYTES) return;
  throw Object.assign(new Error(`the disk of the database is full: ${free} bytes are free`), {
    code: 'SQLITE_FULL',
  });
}
