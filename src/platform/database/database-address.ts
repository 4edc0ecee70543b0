import {
  AddressError,
  type AddressForm,
  bracketed,
  parseServerAddress,
  type ServerAddress,
  switchOf,
} from '../net/server-address.js';

/** How a connection is secured: `encrypted` proves nothing of who is at the other end. */
export type DatabaseTls = 'off' | 'encrypted' | 'verify-ca' | 'verify-identity';

export interface MysqlAddress {
  engine: 'mysql';
  host: string;
  port: number;
  username: string;
  password: string;
  database: string;
  /** Used instead of host and port. */
  socketPath: string | undefined;
  tls: DatabaseTls;
}

export interface SqliteAddress {
  engine: 'sqlite';
  file: string;
}

export type DatabaseAddress = MysqlAddress | SqliteAddress;

const FORM: AddressForm = {
  schemes: ['mysql', 'mariadb'],
  example: 'mysql://user:password@host:3306/database',
  parameters: ['ssl-mode', 'ssl', 'socketPath', 'socket'],
};
const PORT = 3306;
const LOCAL = ['', 'localhost', '127.0.0.1', '::1'];

/** As MySQL's own clients call them. PREFERRED is left out: it would fall back to plain text in silence. */
const MODES: Record<string, DatabaseTls> = {
  DISABLED: 'off',
  REQUIRED: 'encrypted',
  VERIFY_CA: 'verify-ca',
  VERIFY_IDENTITY: 'verify-identity',
};

/**
 * Reads `sqlite:<file>`, or the address of a server. A CA file without a TLS mode asks for verified TLS. Throws
 * {@link AddressError}.
 */
export function parseDatabaseAddress(text: string, hasCaFile = false): DatabaseAddress {
  if (text.startsWith('sqlite:')) return sqliteAddress(text, hasCaFile);
  if (!/^(mysql|mariadb):\/\//i.test(text))
    throw new AddressError(`must be sqlite:<file> or ${FORM.example}`);
  const address = parseServerAddress(text, FORM);
  const { host, port = PORT, username, password, path: database } = address;
  const socketPath = socketOf(address);
  if (username === '') throw new AddressError(`names no user: write it as ${FORM.example}`);
  if (host === '' && socketPath === undefined)
    throw new AddressError(`names no host: write it as ${FORM.example}`);
  if (database === '') throw new AddressError(`names no database: write it as ${FORM.example}`);
  if (database.includes('/'))
    throw new AddressError('has more than the name of a database after its host: remove the rest');
  const tls = tlsOf(address, hasCaFile);
  if (socketPath !== undefined && (tls !== 'off' || hasCaFile))
    throw new AddressError('requires TLS on a local socket: remove one of them');
  return { engine: 'mysql', host, port, username, password, database, socketPath, tls };
}

/** Where a database is, without its password; of a text that is no address, nothing. */
export function placeOfDatabase(text: string): string {
  try {
    const address = parseDatabaseAddress(text);
    if (address.engine === 'sqlite') return address.file;
    const { username, host, port, database, socketPath } = address;
    return `${username}@${socketPath ?? `${bracketed(host)}:${port}`}/${database}`;
  } catch {
    return 'an address that cannot be read';
  }
}

function sqliteAddress(text: string, hasCaFile: boolean): SqliteAddress {
  const file = text.replace(/^sqlite:(\/\/)?/, '');
  const [, query] = file.split('?');
  if (/^(file:)?:memory:/.test(file))
    throw new AddressError(
      'must name a file, such as sqlite:data/sandi.sqlite: data in memory would be lost',
    );
  if (file === '') throw new AddressError('names no file: write it as sqlite:data/sandi.sqlite');
  if (query !== undefined)
    throw new AddressError(
      `has an unknown parameter, ${/^[A-Za-z][\w.-]{0,39}/.exec(query)?.[0] ?? 'after its ?'}: remove it (SQLite takes none, and no file with a ? in its name)`,
    );
  if (/\p{Cc}/u.test(file)) throw new AddressError('must have no line breaks: remove them');
  if (hasCaFile)
    throw new AddressError('is a SQLite file: unset DATABASE_CA_FILE, which is for database servers');
  return { engine: 'sqlite', file };
}

function socketOf({ parameters, host }: ServerAddress): string | undefined {
  const [path, ...others] = ['socketpath', 'socket'].flatMap((name) => parameters.get(name) ?? []);
  if (path === undefined) return undefined;
  if (others.length > 0) throw new AddressError('has both socketPath and socket: remove one');
  if (!path.startsWith('/')) throw new AddressError('must have an absolute path as its socketPath');
  if (!LOCAL.includes(host))
    throw new AddressError(
      'names another machine and a local socket: write localhost as the host, or remove socketPath',
    );
  return path;
}

function tlsOf(address: ServerAddress, hasCaFile: boolean): DatabaseTls {
  const mode = address.parameters.get('sslmode');
  const ssl = address.parameters.get('ssl');
  if (mode !== undefined && ssl !== undefined)
    throw new AddressError('has both ssl-mode and ssl: remove one');
  if (mode === undefined && ssl === undefined) return hasCaFile ? 'verify-identity' : 'off';
  const tls = mode === undefined ? tlsOfSwitch(address) : MODES[mode.toUpperCase().replaceAll('-', '_')];
  if (tls === undefined)
    throw new AddressError(
      `must have ${Object.keys(MODES).join(', ')} for its ssl-mode (PREFERRED may send everything in plain text, so it is not taken)`,
    );
  if (!hasCaFile) return tls;
  if (tls === 'off')
    throw new AddressError('turns TLS off, but DATABASE_CA_FILE requires it: remove one of them');
  // A named authority means that the server must be verified.
  return tls === 'encrypted' ? 'verify-identity' : tls;
}

/** `ssl=true`; or the JSON that mysql2 takes, as far as it is a plain yes. */
function tlsOfSwitch(address: ServerAddress): DatabaseTls {
  const value = address.parameters.get('ssl') ?? '';
  if (!value.startsWith('{')) return switchOf(address, 'ssl') ? 'verify-identity' : 'off';
  switch (value.replaceAll(/\s/g, '')) {
    case '{}':
    case '{"rejectUnauthorized":true}':
      return 'verify-identity';
    case '{"rejectUnauthorized":false}':
      return 'encrypted';
    default:
      throw new AddressError('has unsupported settings in its ssl: write ssl-mode=VERIFY_IDENTITY');
  }
}
