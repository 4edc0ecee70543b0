import { DataSource } from 'typeorm';
import { connectionOptions, engineOf, sqliteFile, type ConnectionOptions, type Schema } from './options.js';
import { SESSION_QUESTION, sessionFaults } from './session.js';

/** Opens a data source; when that fails, says which database it was and why, without its password. */
export async function connect(options: ConnectionOptions, schema: Schema): Promise<DataSource> {
  try {
    const source = await new DataSource(connectionOptions(options, schema)).initialize();
    await checkSession(source);
    return source;
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`DATABASE_URL cannot be used: ${addressOf(options.url)}: ${message || code}`, {
      cause: error,
    });
  }
}

/** Whether a connection has what it was told: behind a proxy that shares connections among many it might not. */
async function checkSession(source: DataSource): Promise<void> {
  if (source.options.type !== 'mysql') return;
  const [row] = await source.query<Record<string, unknown>[]>(SESSION_QUESTION);
  const faults = sessionFaults(row ?? {});
  if (faults.length === 0) return;
  await source.destroy();
  throw new Error(`a connection does not keep its settings: ${faults.join('; ')}`);
}

function addressOf(url: string): string {
  if (engineOf(url) === 'sqlite') return sqliteFile(url);
  if (!URL.canParse(url)) return 'not a mysql://user:password@host:3306/database address';
  const { username, hostname, port, pathname } = new URL(url);
  return `${username}@${hostname}:${port || '3306'}${pathname}`;
}
