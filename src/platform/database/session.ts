/**
 * Every connection sets these itself, whatever the defaults of the server are. Escaping depends on them: with
 * NO_BACKSLASH_ESCAPES, or where a character may end in the byte of a backslash, a value could end its quotes and go on
 * as SQL.
 */
const SQL_MODE = [
  'STRICT_TRANS_TABLES',
  'NO_ZERO_IN_DATE',
  'NO_ZERO_DATE',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'NO_ENGINE_SUBSTITUTION',
];
const CHARSET = 'utf8mb4';

/** The values by variable, as the server returns them; in SQL, texts are quoted. */
const SETTINGS = {
  sql_mode: SQL_MODE.join(','),
  time_zone: '+00:00',
  character_set_client: CHARSET,
  character_set_connection: CHARSET,
  character_set_results: CHARSET,
  collation_connection: `${CHARSET}_bin`,
  autocommit: 1,
} as const;

/** Comments to every other engine. TiDB locks as MySQL does, and finds a duplicate key at its statement. */
const OF_TIDB = { tidb_txn_mode: 'pessimistic', tidb_constraint_check_in_place_pessimistic: 1 } as const;
const OF_MARIADB = { check_constraint_checks: 1 } as const;

/** A locking read sees what was committed by then, and locks nothing between the rows. */
const ISOLATION = 'READ-COMMITTED';

type Variable = keyof typeof SETTINGS | keyof typeof OF_TIDB | keyof typeof OF_MARIADB;
const EXPECTED: Record<Variable, string | number> = { ...SETTINGS, ...OF_TIDB, ...OF_MARIADB };

const literal = (value: string | number) => (typeof value === 'string' ? `'${value}'` : String(value));

export function sessionStatements(queryTimeoutMs?: number): string[] {
  const { all, tidb, mariadb } = queryTimeoutMs === undefined ? NO_LIMITS : limits(queryTimeoutMs);
  const settings = [SETTINGS, all].flatMap(assignments);
  const ofTidb = onlyFor('T', [OF_TIDB, tidb].flatMap(assignments));
  const ofMariadb = onlyFor('M', [OF_MARIADB, mariadb].flatMap(assignments));
  return [
    `SET ${settings.join(', ')} ${ofTidb} ${ofMariadb}`,
    `SET SESSION TRANSACTION ISOLATION LEVEL ${ISOLATION.replace('-', ' ')}`,
  ];
}

const NO_LIMITS = { all: {}, tidb: {}, mariadb: {} };

/**
 * With a query timeout, the database's lock wait is shorter: it returns an error, and the work runs again without
 * losing the connection. A process that stops in a transaction holds its rows no longer than the query timeout; MySQL
 * has no such limit.
 */
function limits(queryTimeoutMs: number): Record<keyof typeof NO_LIMITS, Record<string, number>> {
  const idleSeconds = Math.ceil(queryTimeoutMs / 1000);
  return {
    all: { innodb_lock_wait_timeout: Math.max(1, Math.floor(queryTimeoutMs / 2000)) },
    tidb: { tidb_idle_transaction_timeout: idleSeconds },
    mariadb: { idle_transaction_timeout: idleSeconds },
  };
}

const assignments = (settings: Record<string, string | number>) =>
  Object.entries(settings).map(([name, value]) => `${name} = ${literal(value)}`);

/** More of a list, in a comment that only TiDB (T) or MariaDB (M) executes. */
const onlyFor = (engine: 'T' | 'M', items: string[]) => `/*${engine}! , ${items.join(', ')} */`;

const selected = (settings: object) => Object.keys(settings).map((name) => `@@SESSION.${name} AS ${name}`);

/** Asks for what {@link sessionFaults} judges. */
export const SESSION_QUESTION = `SELECT ${selected(SETTINGS).join(', ')} ${onlyFor('T', selected(OF_TIDB))} ${onlyFor('M', selected(OF_MARIADB))}`;

/** The same for the isolation level, which has two names; {@link isolationFaults} judges. */
export const ISOLATION_QUESTION =
  "SHOW SESSION VARIABLES WHERE Variable_name IN ('transaction_isolation', 'tx_isolation')";

export const isolationFaults = (rows: readonly { Value: string }[]): string[] =>
  rows.length > 0 && rows.every(({ Value }) => Value === ISOLATION)
    ? []
    : [`the isolation level is ${rows[0]?.Value ?? 'unknown'} instead of ${ISOLATION}`];

/** The settings that are not as we have set them: then something between us and the server keeps or shares sessions. */
export function sessionFaults(row: Record<string, unknown>): string[] {
  const names = Object.keys(EXPECTED) as Variable[];
  return names.flatMap((name) => {
    if (row[name] === undefined && !(name in SETTINGS)) return [];
    const found = String(row[name]);
    const expected = String(EXPECTED[name]);
    const isRight = name === 'sql_mode' ? isSameSet(found, expected) : found === expected;
    return isRight ? [] : `${name} is ${found || 'empty'} instead of ${expected}`;
  });
}

const isSameSet = (one: string, other: string) =>
  one.split(',').sort().join() === other.split(',').sort().join();
