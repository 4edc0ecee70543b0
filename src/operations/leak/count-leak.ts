import type { DataSource } from 'typeorm';
import { momentOf, momentText } from '../../platform/database/index.js';
import { type DataKind, TABLES } from './kinds.rules.js';

/** How many accounts and recipients some rows concern. */
export interface Touched {
  rows: number;
  /** Undefined: the rows belong to no account. */
  accounts?: number;
  recipients?: number;
  /** The first and the last moment, in UTC. */
  times?: [from: string, to: string];
}

type Row = Record<string, unknown>;

export async function countTable(database: DataSource, table: string): Promise<Touched> {
  const { account, recipient, time } = TABLES.get(table)?.counted ?? {};
  const [row = {}] = await database.query<Row[]>(
    `SELECT COUNT(*) AS touched_rows${account ? `, COUNT(DISTINCT CASE WHEN ${account} <> 0 THEN ${account} END) AS accounts` : ''}
      ${recipient ? `, COUNT(DISTINCT NULLIF(${recipient}, '')) AS recipients` : ''}${time ? `, MIN(${time}) AS first_at, MAX(${time}) AS last_at` : ''} FROM ${table}`,
  );
  return {
    rows: Number(row['touched_rows']),
    ...(account && { accounts: Number(row['accounts']) }),
    ...(recipient && { recipients: Number(row['recipients']) }),
    ...(row['first_at'] !== null && time && { times: timesOf(row) }),
  };
}

export async function countAll(database: DataSource): Promise<Touched> {
  const each = [];
  for (const table of TABLES.keys()) each.push(await countTable(database, table));
  const times = each.flatMap((touched) => touched.times ?? []).toSorted();
  return {
    rows: each.reduce((sum, { rows }) => sum + rows, 0),
    accounts: await countRows(database, 'SELECT id FROM users'),
    recipients: await countRows(database, RECIPIENTS),
    ...(times.length > 0 && { times: [times[0] ?? '', times.at(-1) ?? ''] }),
  };
}

/** The distinct fingerprints of phones: a phone has the same one in every table. An empty one was erased. */
const RECIPIENTS = [...TABLES]
  .flatMap(([table, { counted }]) =>
    counted.recipient
      ? `SELECT ${counted.recipient} AS recipient FROM ${table} WHERE ${counted.recipient} <> ''`
      : [],
  )
  .join(' UNION ');

export async function countRows(database: DataSource, sql: string, values: unknown[] = []): Promise<number> {
  const [row] = await database.query<Row[]>(`SELECT COUNT(*) AS n FROM (${sql}) found`, values);
  return Number(row?.['n']);
}

export function countsText({ rows, accounts, recipients, times }: Touched): string {
  return [
    `${rows} rows`,
    ...(accounts === undefined ? [] : [`${accounts} accounts`]),
    ...(recipients === undefined ? [] : [`${recipients} recipients`]),
    ...(times ? [`from ${times[0]} to ${times[1]} UTC`] : []),
  ].join(', ');
}

export function exposureText({ clear, withKey }: DataKind): string {
  return [
    `  An attacker reads: ${clear}.\n`,
    withKey ? `  With DATA_KEY also: ${withKey}.\n` : '  DATA_KEY adds nothing.\n',
  ].join('');
}

const timesOf = (row: Row): [string, string] => [
  momentText(momentOf(row['first_at'])),
  momentText(momentOf(row['last_at'])),
];
