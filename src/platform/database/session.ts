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

/** The values by variable, as an answer gives them; SQL puts quotes around texts. */
const SETTINGS = {
  sql_mode: SQL_MODE.join(','),
  time_zone: '+00:00',
  character_set_client: CHARSET,
  character_set_connection: CHARSET,
  character_set_results: CHARSET,
  collation_connection: `${CHARSET}_bin`,
  autocommit: 1,
} as const;

/** A locking read sees what was committed by then, and locks nothing between the rows. */
const ISOLATION = 'READ-COMMITTED';

const VARIABLES = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];

const literal = (value: string | number) => (typeof value === 'string' ? `'${value}'` : String(value));

/**
 * The first statements of a connection. If we wait only for a time, the lock wait of the database is shorter: it
 * answers, and the work runs again, instead of losing the connection.
 */
export function sessionStatements(queryTimeoutMs?: number): string[] {
  const settings = VARIABLES.map((name) => `${name} = ${literal(SETTINGS[name])}`);
  if (queryTimeoutMs !== undefined)
    settings.push(`innodb_lock_wait_timeout = ${Math.max(1, Math.floor(queryTimeoutMs / 2000))}`);
  return [
    `SET ${settings.join(', ')}`,
    `SET SESSION TRANSACTION ISOLATION LEVEL ${ISOLATION.replace('-', ' ')}`,
  ];
}

/** Asks for what {@link sessionFaults} judges. */
export const SESSION_QUESTION = `SELECT ${VARIABLES.map((name) => `@@SESSION.${name} AS ${name}`).join(', ')}`;

/** The same for the isolation level, which has two names; {@link isolationFaults} judges. */
export const ISOLATION_QUESTION =
  "SHOW SESSION VARIABLES WHERE Variable_name IN ('transaction_isolation', 'tx_isolation')";

export const isolationFaults = (rows: readonly { Value: string }[]): string[] =>
  rows.length > 0 && rows.every(({ Value }) => Value === ISOLATION)
    ? []
    : [`the isolation level is ${rows[0]?.Value ?? 'unknown'} instead of ${ISOLATION}`];

/** The settings that are not as we have set them: then something between us and the server keeps or shares sessions. */
export function sessionFaults(row: Record<string, unknown>): string[] {
  return VARIABLES.flatMap((name) => {
    const found = String(row[name]);
    const isRight = name === 'sql_mode' ? isSameSet(found, SETTINGS[name]) : found === String(SETTINGS[name]);
    return isRight ? [] : `${name} is ${found || 'empty'} instead of ${SETTINGS[name]}`;
  });
}

const isSameSet = (one: string, other: string) =>
  one.split(',').sort().join() === other.split(',').sort().join();
