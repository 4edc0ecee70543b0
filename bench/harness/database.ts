import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';

/** What one database holds beyond what was counted before. */
export interface Counted {
  messages: number;
  /** Of them. */
  sent: number;
  charges: number;
  /** The accounts' credit together, now. */
  balance: number;
}

const COUNT = `
  SELECT
    (SELECT COUNT(*) FROM messages WHERE id > ?) AS messages,
    (SELECT COUNT(*) FROM messages WHERE id > ? AND status = 'sent') AS sent,
    (SELECT COUNT(*) FROM credit_entries WHERE message_id > ? AND kind = 'charge') AS charges,
    (SELECT SUM(balance) FROM credit_balances) AS balance,
    (SELECT COALESCE(MAX(id), 0) FROM messages) AS lastId`;

/** The harness's own look into a server's database. */
export class CountedDatabase {
  private lastId = 0;

  private constructor(
    private readonly connection: Connection,
    readonly url: string,
  ) {}

  static async connect(url: string): Promise<CountedDatabase> {
    return new CountedDatabase(await createConnection({ uri: url }), url);
  }

  /** What came since it was last asked. */
  async count(): Promise<Counted> {
    const { lastId } = this;
    const [[row]] = await this.connection.query<RowDataPacket[]>(COUNT, [lastId, lastId, lastId]);
    const of = (name: string) => Number(row?.[name]);
    this.lastId = of('lastId');
    return { messages: of('messages'), sent: of('sent'), charges: of('charges'), balance: of('balance') };
  }

  async version(): Promise<string> {
    const [[row]] = await this.connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
    return String(row?.['version']);
  }

  close(): void {
    this.connection.destroy();
  }
}

/** Gives an empty database every table of another, with its columns, its indexes and its rows. */
export async function copyTables(from: string, to: string): Promise<void> {
  const source = new URL(from).pathname.slice(1);
  const connection = await createConnection({ uri: to });
  try {
    const [tables] = await connection.query<RowDataPacket[]>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ? AND table_type = 'BASE TABLE'",
      [source],
    );
    for (const { name } of tables as { name: string }[]) {
      await connection.query(`CREATE TABLE ${name} LIKE ${source}.${name}`);
      await connection.query(`INSERT INTO ${name} SELECT * FROM ${source}.${name}`);
    }
  } finally {
    connection.destroy();
  }
}
