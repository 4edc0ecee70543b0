import { existsSync, statSync } from 'node:fs';
import type { DataSource } from 'typeorm';
import type { Config } from '../../config/index.js';
import {
  connect,
  freeBytes,
  readTraits,
  requireNoMove,
  type Schema,
  serverTime,
  sqliteFile,
  UnsuitableServerError,
  writeProbe,
} from '../../platform/database/index.js';
import { givenKeyOf, storedKeyEvidence, useDataKeys } from '../../platform/security/data-key.js';
import { decideDataKey } from '../../platform/security/data-key.rules.js';
import type { Clock } from '../../platform/time/clock.js';
import { bad, errorTextOf, type Finding, good, none } from './report.rules.js';

type Row = Record<string, unknown>;

/** Server modes that change how strings are read. Our connections set their own modes. */
const OTHER_MODES = ['NO_BACKSLASH_ESCAPES', 'ANSI_QUOTES'];

const FREE_BYTES_MIN = 64 << 20;
const MIB = 1 << 20;

/** Opens the database for reading. On SQLite the service may run meanwhile. */
export async function openDatabase(
  config: Config,
  schema: Schema,
): Promise<{ source?: DataSource; finding: Finding }> {
  const { DATABASE_URL: url, DATABASE_CA_FILE: caFile } = config;
  try {
    if (url.startsWith('sqlite:') && !existsSync(sqliteFile(url))) {
      const fix = 'Start the service, which makes it, or set DATABASE_URL to the one you mean.';
      return { finding: bad(`there is no ${sqliteFile(url)}`, fix) };
    }
    const source = await connect({ url, caFile, readonly: true, poolSize: 1, ...waitsOf(config) }, schema);
    const moved = await requireNoMove(source).catch((error: Error) => error.message);
    if (moved !== undefined) {
      await source.destroy();
      return { finding: bad('the service does not start on it', moved) };
    }
    return { source, finding: await versionOf(source) };
  } catch (error) {
    const { cause } = error as Error;
    if (cause instanceof UnsuitableServerError)
      return { finding: bad(`${cause.server} ${cause.problem}`, cause.fix) };
    const fix =
      'Fix DATABASE_URL, start that database, and let this machine reach it, past any proxy between.';
    const said = (error as Error).message.replace(/^DATABASE_URL cannot be used: /, '');
    return { finding: bad(said, fix) };
  }
}

const waitsOf = (config: Config) => ({
  acquireTimeoutMs: config.DATABASE_ACQUIRE_TIMEOUT_MS,
  queryTimeoutMs: config.DATABASE_QUERY_TIMEOUT_MS,
});

/** Writes and deletes a row. Uses its own connection, since that of the other checks is read-only on SQLite. */
export async function checkWrites(config: Config, schema: Schema): Promise<Finding> {
  const { DATABASE_URL: url, DATABASE_CA_FILE: caFile } = config;
  let source: DataSource | undefined;
  try {
    source = await connect({ url, caFile, poolSize: 1, ...waitsOf(config) }, schema);
    if (!(await hasTable(source, 'write_probes'))) return none('not tried before the migrations are applied');
    await source.transaction((tx) => writeProbe(tx));
    return good('a row was written and deleted');
  } catch (error) {
    return bad(
      errorTextOf(error),
      'Free its disk, or let DATABASE_URL lead to a server that takes writes (no replica) and a user that may write.',
    );
  } finally {
    await source?.destroy();
  }
}

async function hasTable(source: DataSource, name: string): Promise<boolean> {
  const runner = source.createQueryRunner();
  try {
    return await runner.hasTable(name);
  } finally {
    await runner.release();
  }
}

/** SQLite only: free disk space, and no hard links. */
export async function checkFile({ DATABASE_URL: url }: Config): Promise<Finding> {
  const free = await freeBytes(url);
  if (free === undefined) return none('not seen from here: that of the database server');
  const text = `${Math.floor(free / MIB)} MiB are free for ${sqliteFile(url)}`;
  if (free < FREE_BYTES_MIN) return bad(text, 'Free some, or move the file to a larger disk.');
  const { nlink: names } = statSync(sqliteFile(url));
  if (names === 1) return good(text);
  return bad(
    `${sqliteFile(url)} is a file with ${names} names (hard links)`,
    'Remove the others: SQLite keeps its log beside the name that it was opened by, and a backup by link is none.',
  );
}

async function versionOf(source: DataSource): Promise<Finding> {
  if (source.options.type !== 'mysql') {
    const [row] = await source.query<Row[]>('SELECT sqlite_version() AS version');
    return good(`SQLite ${String(row?.['version'])}, ${String(source.options.database)}, for one process`);
  }
  return good((await readTraits(source)).server.name);
}

/** The mode of our own connections is checked when they open. */
export async function checkSqlMode(source: DataSource): Promise<Finding> {
  if (source.options.type !== 'mysql') return none('SQLite has none');
  const [row] = await source.query<Row[]>('SELECT @@GLOBAL.sql_mode AS theirs');
  const theirs = String(row?.['theirs']).split(',');
  const others = OTHER_MODES.filter((mode) => theirs.includes(mode));
  return good(`our own${others.length > 0 ? `; ${others.join(', ')} of the server does not reach us` : ''}`);
}

export async function checkMigrations(source: DataSource, schema: Schema): Promise<Finding> {
  const wanted = schema.migrations.map((migration) => migration.name);
  const applied = await appliedTo(source);
  const pending = wanted.filter((migration) => !applied.includes(migration));
  const foreign = applied.filter((migration) => !wanted.includes(migration));
  if (pending.length > 0)
    return bad(
      `${pending.length} of ${wanted.length} are pending, from ${pending[0]} on`,
      'Start this version of the service, which applies them, or `npm run migration:run`.',
    );
  if (foreign.length > 0)
    return bad(
      `${foreign.length} are applied that this version does not know, such as ${foreign[0]}`,
      'A newer version has run here. Run that version, or the release just before it.',
    );
  return good(`${applied.length} applied, none pending`);
}

const INT_MAX = 2 ** 31 - 1;
/** The share of used ids above which the operator should act. */
const USED_MAX = 0.5;

/** Finds tables that still have ids of 32 bits, and the share of ids that the fullest one has used. */
export async function checkIds(source: DataSource): Promise<Finding> {
  if (source.options.type !== 'mysql') return good('64 bits');
  const narrow = await source.query<Row[]>(
    `SELECT t.TABLE_NAME AS name, t.AUTO_INCREMENT AS next FROM information_schema.TABLES t
      JOIN information_schema.COLUMNS c ON c.TABLE_SCHEMA = t.TABLE_SCHEMA AND c.TABLE_NAME = t.TABLE_NAME
      WHERE t.TABLE_SCHEMA = DATABASE() AND t.TABLE_NAME <> 'migrations'
        AND c.EXTRA LIKE '%auto_increment%' AND c.DATA_TYPE = 'int' ORDER BY t.AUTO_INCREMENT DESC`,
  );
  const [fullest] = narrow;
  if (!fullest) return good('64 bits');
  const used = Number(fullest['next']) / INT_MAX;
  const text = `32 bits in ${narrow.length} tables; ${String(fullest['name'])} has used ${(used * 100).toFixed(1)} %`;
  const fix = '`npm run widen-ids` once all instances are of this release';
  return used > USED_MAX ? bad(text, `${fix}.`) : none(`${text}: ${fix}`);
}

async function appliedTo(source: DataSource): Promise<string[]> {
  if (!(await hasTable(source, 'migrations'))) return [];
  const rows = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}

/** How many seconds the database's clock is ahead of ours; `undefined` for SQLite. */
export async function clockOf(source: DataSource, clock: Clock): Promise<number | undefined> {
  const beforeMs = clock.now().getTime();
  const there = await serverTime(source);
  const betweenMs = (beforeMs + clock.now().getTime()) / 2;
  return there && (there.getTime() - betweenMs) / 1000;
}

/** Checks that DATA_KEY fits the database. Sets `config.dataKeys`. */
export async function checkDataKey(source: DataSource, config: Config): Promise<Finding> {
  if (!(await hasTable(source, 'data_key_checks'))) return none('not asked, before the migrations');
  const decision = decideDataKey(givenKeyOf(config), await storedKeyEvidence(source.manager));
  if (decision.kind === 'refused') return bad('the service does not start with it', `${decision.why}.`);
  useDataKeys(config, decision.keys);
  if (decision.warning) return bad('is used as it is', `${decision.warning}.`);
  return good(decision.keys.length > 1 ? 'two keys, while it changes' : 'is that of the database');
}
