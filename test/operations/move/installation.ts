import { randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RowDataPacket } from 'mysql2/promise';
import { inject } from 'vitest';
import { type Simulator, startSimulator } from '../../../simulator/gateway.js';
import { loadSqlite } from '../../../src/platform/database/index.js';
import { newMysqlDatabase } from '../../support/databases.js';
import { type Account, addWebhook, createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { createDatabase, dropDatabase, withConnection } from '../../support/services/mariadb.js';
import type { TemporaryFolder } from '../../support/services/temporary-folder.js';

const SENDS = 12;
/** More than two batches. */
const COUNTED = 1_100;
/** Of an entry that is gone. */
export const LAST_AUDIT_ID = 5_000;
export const PASSWORD = 'rahasia-sekali-9f3';

/** A SQLite installation that has served, and is stopped. */
export interface Installation {
  file: string;
  url: string;
  /** Goes on. */
  gateway: Simulator;
  account: Account;
  /** The last send, with its key. */
  last: { id: string; body: Record<string, unknown>; key: string };
  seen: Awaited<ReturnType<typeof seenBy>>;
}

export async function installIn(folder: TemporaryFolder): Promise<Installation> {
  const file = join(folder.path, 'sandi.sqlite');
  const url = `sqlite:${file}`;
  const gateway = await startSimulator({ switches: { timeline: 'none' } });
  const service = await startTestService({ databaseUrl: url, gateway });
  const account = await createAccount(service, 100_000);
  await addWebhook(service, account.userId);
  let last = { id: '', body: {}, key: '' };
  for (let nth = 0; nth < SENDS; nth++) {
    const [body, key] = [sendBody({ company_name: 'Toko “Ü” Uji' }), `sebelum-${nth}`];
    const answer = await sendWith(service, account, body, key);
    last = { id: (answer.body.data as { message_id: string }).message_id, body, key };
  }
  const seen = await seenBy(service, account);
  await service.close();
  addExtremes(file);
  return { file, url, gateway, account, last, seen };
}

/** What the drivers might change: large numbers and texts, quotes, characters outside of the BMP, ids that are gone. */
function addExtremes(file: string): void {
  const db = new (loadSqlite())(file);
  const now = '2026-01-02 03:04:05.678';
  db.prepare(
    'INSERT INTO currency_rates (currency, valid_from, micros, set_by, created_at) VALUES (?, ?, ?, 1, ?)',
  ).run('XTS', '2020-01-01', 9_007_199_254_740_993n, now);
  db.prepare('INSERT INTO reserved_brands (brand, created_at) VALUES (?, ?)').run(
    `Toko 'Budi' \\ "100%" 😀 ?`,
    '2026-01-02 03:04:05',
  );
  db.prepare(
    `INSERT INTO top_up_guides (id, instructions, accounts, operator_name, operator_address, picture_type, picture, updated_at)
      VALUES (0, '', '[]', '', '', 'image/png', ?, ?)`,
  ).run('A'.repeat(170_000), now);
  const count = db.prepare('INSERT INTO tallies (subject, period, name, times) VALUES (?, ?, ?, ?)');
  db.transaction(() => {
    for (let nth = 0; nth < COUNTED; nth++) count.run(`uji-${nth}`, '2026-01-02T03', 'uji', nth);
  })();
  db.exec("DELETE FROM sqlite_sequence WHERE name = 'audit_entries'");
  db.exec(`INSERT INTO sqlite_sequence (name, seq) VALUES ('audit_entries', ${LAST_AUDIT_ID})`);
  db.close();
}

/** Copies a stopped installation. */
export function copyOf({ file }: Installation): { file: string; url: string } {
  const copy = `${file}-${randomUUID()}`;
  copyFileSync(file, copy);
  return { file: copy, url: `sqlite:${copy}` };
}

export const sendWith = (service: TestService, { key }: Account, body: object, idempotencyKey: string) =>
  service.api.post('/api/otp/send', body, { token: key, headers: { 'idempotency-key': idempotencyKey } });

/** What an integrator sees. */
export async function seenBy({ api }: TestService, { key: token }: Account) {
  const history = await api.get('/api/otp/history?limit=100', { token });
  const credit = await api.get('/api/otp/credit', { token });
  const stats = await api.get('/api/otp/stats', { token });
  return [history, credit, stats].map(({ body }) => body.data as unknown);
}

/** A database with a user of its own, whose password must not be seen; empty, or as a migration leaves it. */
export async function newTarget({ grant = 'ALL', isMigrated = false } = {}) {
  const url = await (isMigrated ? newMysqlDatabase() : createDatabase(inject('mysqlUrl') ?? ''));
  const name = new URL(url).pathname.slice(1);
  const user = `m${name.slice(-20)}`;
  const query = (sql: string) =>
    withConnection(url, async (connection) => (await connection.query<RowDataPacket[]>(sql))[0]);
  await query(`CREATE USER '${user}'@'%' IDENTIFIED BY '${PASSWORD}'`);
  await query(`GRANT ${grant} ON \`${name}\`.* TO '${user}'@'%'`);
  const own = new URL(url);
  own.username = user;
  own.password = PASSWORD;
  return {
    url: own.href,
    /** Of the administrator. */
    adminUrl: url,
    query,
    drop: async () => {
      await query(`DROP USER '${user}'@'%'`);
      await dropDatabase(url);
    },
  };
}
export type Target = Awaited<ReturnType<typeof newTarget>>;

/** Every value of every table as text, in the databases' own words. */
export async function textsOf(from: { file: string }, target?: Target): Promise<Record<string, string[]>> {
  const db = new (loadSqlite())(from.file);
  const names = db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT IN ('migrations', 'moves')",
    )
    .pluck()
    .all() as string[];
  const tables: Record<string, string[]> = {};
  for (const name of names) {
    const columns = db.prepare('SELECT name FROM pragma_table_xinfo(?)').pluck().all(name) as string[];
    const values = columns.map((column) => `CAST(\`${column}\` AS CHAR) AS \`${column}\``).join(', ');
    const sql = `SELECT ${values} FROM \`${name}\``;
    const rows = target
      ? await target.query(sql)
      : (db.prepare(sql).all() as Record<string, string | null>[]);
    tables[name] = rows.map((row) => JSON.stringify(Object.values(row).map(asMoment))).toSorted();
  }
  db.close();
  return tables;
}

/** SQLite keeps a moment as it was written, with or without milliseconds. */
const asMoment = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.000$/.test(value)
    ? value.slice(0, 19)
    : value;
