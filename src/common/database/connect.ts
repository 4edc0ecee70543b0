import { DataSource } from 'typeorm';
import { connectionOptions, engineOf, sqliteFile, type ConnectionOptions, type Schema } from './options.js';

/** Opens a data source; when that fails, says which database it was and why, without its password. */
export async function connect(options: ConnectionOptions, schema: Schema): Promise<DataSource> {
  try {
    return await new DataSource(connectionOptions(options, schema)).initialize();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(`DATABASE_URL cannot be used: ${addressOf(options.url)}: ${message || code}`, {
      cause: error,
    });
  }
}

function addressOf(url: string): string {
  if (engineOf(url) === 'sqlite') return sqliteFile(url);
  if (!URL.canParse(url)) return 'not a mysql://user:password@host:3306/database address';
  const { username, hostname, port, pathname } = new URL(url);
  return `${username}@${hostname}:${port || '3306'}${pathname}`;
}
