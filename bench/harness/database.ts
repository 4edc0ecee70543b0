import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { loadSqlite, sqliteFile } from '../../src/platform/database/index.js';
import { withConnection } from '../../test/support/services/mariadb.js';

/** The rows of a database since the last count, and its present balance. */
export interface Counted {
  messages: number;
  /** The messages among them with the status `sent`. */
  sent: number;
  charges: number;
  /** The present sum of all balances. */
  balance: number;
}

/** The names of the tables that differ between the servers. */
export interface Names {
  entries: string;
  balances: string;
}

const countOf = ({ entries, balances }: Names) => `
  SELECT
    (SELECT COUNT(*) FROM messages WHERE id > ?) AS messages,
    (SELECT COUNT(*) FROM messages WHERE id > ? AND status = 'sent') AS sent,
    (SELECT COUNT(*) FROM ${entries} WHERE id > ? AND amount < 0) AS charges,
    (SELECT SUM(balance) FROM ${balances}) AS balance,
    (SELECT COALESCE(MAX(id), 0) FROM messages) AS lastId,
    (SELECT COALESCE(MAX(id), 0) FROM ${entries}) AS lastEntryId`;

/** The harness's own connection to a database. */
interface Reader {
  row(sql: string, values: number[]): Promise<unknown>;
  close(): void;
}

/** Counts rows in a server's database, over the harness's own connection. */
export class CountedDatabase {
  private lastId = 0;
  private lastEntryId = 0;

  private constructor(
    private readonly reader: Reader,
    readonly url: string,
    private readonly names: Names,
  ) {}

  static async connect(url: string, names: Names): Promise<CountedDatabase> {
    const reader = url.startsWith('sqlite:') ? readerOfFile(sqliteFile(url)) : await readerOfServer(url);
    return new CountedDatabase(reader, url, names);
  }

  /** Counts what was added since the last count. */
  async count(): Promise<Counted> {
    const since = [this.lastId, this.lastId, this.lastEntryId];
    const row = (await this.reader.row(countOf(this.names), since)) as Record<string, unknown>;
    const of = (name: string) => Number(row[name]);
    this.lastId = of('lastId');
    this.lastEntryId = of('lastEntryId');
    return { messages: of('messages'), sent: of('sent'), charges: of('charges'), balance: of('balance') };
  }

  close(): void {
    this.reader.close();
  }
}

async function readerOfServer(url: string): Promise<Reader> {
  const connection = await createConnection({ uri: url });
  return {
    row: async (sql, values) => (await connection.query<RowDataPacket[]>(sql, values))[0][0],
    close: () => connection.destroy(),
  };
}

function readerOfFile(file: string): Reader {
  const Sqlite = loadSqlite();
  const database = new Sqlite(file, { readonly: true });
  return {
    row: (sql, values) => Promise.resolve(database.prepare(sql).get(...values)),
    close: () => database.close(),
  };
}

export function versionOf(url: string): Promise<string> {
  return withConnection(url, async (connection) => {
    const [[row]] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
    return String(row?.['version']);
  });
}

/** Copies all tables of a database into an empty one, with their columns, indexes and rows. */
export async function copyTables(from: string, to: string): Promise<void> {
  const source = new URL(from).pathname.slice(1);
  await withConnection(to, async (connection) => {
    const [tables] = await connection.query<RowDataPacket[]>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ? AND table_type = 'BASE TABLE'",
      [source],
    );
    for (const { name } of tables as { name: string }[]) {
      await connection.query(`CREATE TABLE ${name} LIKE ${source}.${name}`);
      await connection.query(`INSERT INTO ${name} SELECT * FROM ${source}.${name}`);
    }
  });
}
