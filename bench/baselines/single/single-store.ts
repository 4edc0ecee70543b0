import type { Pool, PoolConnection, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { connections } from '../common/connections.js';
import {
  type Draft,
  duplicateRefusal,
  insufficientCredit,
  type Key,
  type Opened,
  type Sent,
  type Store,
} from '../common/store.js';
import { type Claim, moment, type Rows, type Statement, type Tables, type Value } from '../tables/tables.js';

/**
 * Runs each step of each send in a transaction of its own, as most would write it by hand. A send takes eleven round
 * trips with the full tables and eight with the lean ones, including the look-up of the key. Statements are prepared,
 * except the last one of a transaction, which is sent together with the COMMIT.
 */
export class SingleStore implements Store {
  private readonly keys: Pool;
  private readonly pool: Pool;
  private readonly steps: ReturnType<typeof stepsOf>;

  constructor(url: string, size: number, tables: Tables) {
    this.keys = connections({ url, size, autocommit: true });
    this.pool = connections({ url, size, autocommit: false });
    this.steps = stepsOf(tables);
  }

  async keyOf(hash: string): Promise<Key | undefined> {
    const { sql, values } = this.steps.findKey;
    const [[key]] = await this.keys.execute<(Key & RowDataPacket)[]>(sql, values(hash));
    return key;
  }

  open(draft: Draft): Promise<Opened> {
    const { addMessage, claim, charge, findBalance, charged } = this.steps;
    return this.transaction(async (tx) => {
      const messageId = (await write(tx, addMessage, draft)).insertId;
      if ((await write(tx, claim, { draft, messageId })).affectedRows === 0) throw duplicateRefusal();
      const taken = await write(tx, charge, draft);
      const [[account]] = await tx.execute<RowDataPacket[]>(findBalance, [draft.userId]);
      const balance = Number(account?.['balance']);
      if (taken.affectedRows !== 1) throw insufficientCredit(balance);
      const opened = { messageId, balance };
      await writeAll(tx, charged, { draft, opened });
      return opened;
    });
  }

  settle(sent: Sent): Promise<void> {
    const { move, settled } = this.steps;
    return this.transaction(async (tx) => {
      const { affectedRows } = await write(tx, move, sent);
      if (affectedRows !== 1) throw new Error(`message ${sent.messageId} was settled before`);
      await writeAll(tx, settled, sent);
    });
  }

  /** Runs `work`, which must commit; rolls back if it throws. */
  private async transaction<T>(work: (tx: PoolConnection) => Promise<T>): Promise<T> {
    const tx = await this.pool.getConnection();
    try {
      return await work(tx);
    } catch (error) {
      await tx.rollback();
      throw error;
    } finally {
      tx.release();
    }
  }
}

function stepsOf(tables: Tables) {
  const { windows, hashOf } = tables;
  const claim = insert(windows);
  return {
    findKey: { sql: `${tables.findKeys} = ?`, values: (hash: string) => [hashOf(hash)] },
    addMessage: insert(tables.messages),
    claim: {
      sql: claim.sql,
      values: (of: Claim): Value[] => {
        const now = moment(of.draft.at);
        return [...claim.values(of), now, now];
      },
    },
    charge: tables.charge,
    findBalance: `${tables.findBalances} = ?`,
    charged: tables.charged.map(insert),
    move: {
      sql: `UPDATE messages SET ${tables.sent} = ? WHERE id = ? AND status = 'pending'`,
      values: ({ at, gatewayMessageId, messageId }: Sent) => [moment(at), gatewayMessageId, messageId],
    },
    settled: tables.settled.map(insert),
  };
}

/** An INSERT of one row. */
function insert<Of>({ into, ending, of }: Rows<Of>): Statement<Of> {
  const marks = into.split(',').map(() => '?');
  return {
    sql: `INSERT INTO ${into} VALUES (${marks.join(', ')}) ${ending}`,
    values: (one) => of([one])[0] ?? [],
  };
}

async function write<Of>(
  tx: PoolConnection,
  { sql, values }: Statement<Of>,
  of: Of,
): Promise<ResultSetHeader> {
  const [result] = await tx.execute<ResultSetHeader>(sql, values(of));
  return result;
}

/** Sends the last statement together with the COMMIT: such a query cannot be prepared. */
async function writeAll<Of>(tx: PoolConnection, statements: readonly Statement<Of>[], of: Of): Promise<void> {
  for (const statement of statements.slice(0, -1)) await write(tx, statement, of);
  for (const { sql, values } of statements.slice(-1)) await tx.query(`${sql}; COMMIT`, values(of));
}
