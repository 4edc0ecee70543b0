import { DataSource } from 'typeorm';
import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { placeOfDatabase } from './database-address.js';
import { readTraits } from './engine-traits.js';
import { type ConnectionOptions, connectionOptions, type Schema } from './options.js';
import { ISOLATION_QUESTION, isolationFaults, SESSION_QUESTION, sessionFaults } from './session.js';
import { followSqlite } from './sqlite-runner.js';

/** Opens a data source; when that fails, says which database it was and why, without its password. */
export async function connect(options: ConnectionOptions, schema: Schema): Promise<DataSource> {
  try {
    const source = await new DataSource(await connectionOptions(options, schema)).initialize();
    try {
      if (source.options.type === 'better-sqlite3') followSqlite(source.driver as BetterSqlite3Driver);
      await checkServer(source);
    } catch (error) {
      await source.destroy();
      throw error;
    }
    return source;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`DATABASE_URL cannot be used: ${placeOfDatabase(options.url)}: ${message || code}`, {
      cause: error,
    });
  }
}

/** Checks that we support the server, and that connections keep our settings, as some proxies do not. */
async function checkServer(source: DataSource): Promise<void> {
  if (source.options.type !== 'mysql') return;
  await readTraits(source);
  const [row] = await source.query<Record<string, unknown>[]>(SESSION_QUESTION);
  const isolation = await source.query<{ Value: string }[]>(ISOLATION_QUESTION);
  const faults = [...sessionFaults(row ?? {}), ...isolationFaults(isolation)];
  if (faults.length > 0) throw new Error(`a connection does not keep its settings: ${faults.join('; ')}`);
}
