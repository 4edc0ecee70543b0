/**
 * The oldest versions that enforce CHECK. CI runs the last of MySQL 8.0 and of MariaDB 10.6, not these very versions;
 * docs/reliability.md says what was run.
 */
const OLDEST = { MariaDB: [10, 6, 0], MySQL: [8, 0, 16], TiDB: [8, 5, 0] } as const;
const UPGRADES = {
  MariaDB: 'Upgrade it to MariaDB 10.6.0 or newer.',
  MySQL: 'Upgrade it to MySQL 8.0.16 or newer.',
  TiDB: 'Upgrade it to TiDB 8.5.0 or newer: `tiup cluster upgrade CLUSTER v8.5.6`.',
};
/** A TiDB that was built without a version says so, and counts as new. */
const WITHOUT_VERSION = /placeholder|^None|^$/i;

export interface DatabaseServer {
  kind: keyof typeof OLDEST;
  /** For people, such as `MySQL 8.4.0`. */
  name: string;
}

/** The service cannot run on this server. */
export class UnsuitableServerError extends Error {
  constructor(
    readonly server: string,
    readonly problem: string,
    readonly fix: string,
  ) {
    super(`${server} ${problem}. ${fix}`);
  }
}

/** @param said what the server returns for VERSION(); throws UnsuitableServerError if it is too old. */
export function serverOf(kind: DatabaseServer['kind'], said: string): DatabaseServer {
  const version = versionOf(kind, said);
  const name = `${kind} ${version}`;
  if (kind === 'TiDB' && WITHOUT_VERSION.test(version)) return { kind, name };
  if (isOlder(version, OLDEST[kind])) throw new UnsuitableServerError(name, 'is too old', UPGRADES[kind]);
  return { kind, name };
}

function versionOf(kind: DatabaseServer['kind'], said: string): string {
  // TiDB names the version of MySQL that it imitates before its own.
  if (kind === 'TiDB') return said.replace(/^.*TiDB-v?/, '');
  // Some MariaDB servers add this for replicas and proxies that know no major version above 5.
  return said.replace(/^5\.5\.5-(?=\d)/, '');
}

function isOlder(version: string, oldest: readonly number[]): boolean {
  const parts = (/^\d+(\.\d+)*/.exec(version)?.[0] ?? '').split('.').map(Number);
  for (const [i, least] of oldest.entries()) {
    const part = parts[i] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}
