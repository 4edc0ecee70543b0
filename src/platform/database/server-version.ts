/**
 * The oldest versions that enforce CHECK and know `SKIP LOCKED`. The hosted checks name the last of MySQL 8.0 and of
 * MariaDB 10.6, not these very versions; what was run is in docs/reliability.md.
 */
const OLDEST = { MariaDB: [10, 6, 0], MySQL: [8, 0, 16] } as const;

/** Asks for what {@link supportedServer} judges. */
export const VERSION_QUESTION = 'SELECT VERSION() AS version';

/** A server that is too old for the schema and the statements. */
export class ServerTooOldError extends Error {
  constructor(
    readonly server: string,
    readonly fix: string,
  ) {
    super(`${server} is too old. ${fix}`);
  }
}

/** What a server says of itself, with its name before it; throws ServerTooOldError. */
export function supportedServer(said: string): string {
  const name = /mariadb/i.test(said) ? 'MariaDB' : 'MySQL';
  // Some MariaDB servers add this for replicas and proxies that know no major version above 5.
  const version = said.replace(/^5\.5\.5-(?=\d)/, '');
  const server = `${name} ${version}`;
  if (isOlder(version, OLDEST[name]))
    throw new ServerTooOldError(server, `Bring it to ${name} ${OLDEST[name].join('.')} or newer.`);
  return server;
}

function isOlder(version: string, oldest: readonly number[]): boolean {
  const parts = (/^\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);
  for (const [i, least] of oldest.entries()) {
    const part = parts[i] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}
