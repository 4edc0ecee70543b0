import type { DataSource } from 'typeorm';
import { countApiKey, KEYS } from './count-key.js';
import { countAll, countsText, countTable, exposureText } from './count-leak.js';
import { DATA_KINDS, TABLES } from './kinds.rules.js';

/** What leaked, by the arguments of the command: `table messages`, `backup`, `key DATA_KEY`. */
export type Leaked = [what: string, name?: string];

/** How many accounts and recipients a leak concerns; undefined if there is no such table or key. */
export async function leakReport(database: DataSource, [what, name]: Leaked): Promise<string | undefined> {
  if (what === 'backup' && name === undefined) return backupReport(database);
  if (what === 'table' && name !== undefined) return tableReport(database, name);
  if (what !== 'key' || name === undefined) return undefined;
  if (/^\d{1,15}$/.test(name)) return countApiKey(database, Number(name));
  return Object.hasOwn(KEYS, name) ? KEYS[name]?.(database) : undefined;
}

async function tableReport(database: DataSource, name: string): Promise<string | undefined> {
  const found = TABLES.get(name);
  if (!found) return undefined;
  return `${name}: ${countsText(await countTable(database, name))}\n${exposureText(found.kind)}`;
}

async function backupReport(database: DataSource): Promise<string> {
  let text = `backup: ${countsText(await countAll(database))}\n`;
  for (const kind of DATA_KINDS) {
    text += `${kind.name}\n`;
    for (const table of Object.keys(kind.tables)) {
      const touched = await countTable(database, table);
      if (touched.rows > 0) text += `  ${table}: ${countsText(touched)}\n`;
    }
    text += exposureText(kind);
  }
  return text;
}
