import type { Pool, ResultSetHeader, RowDataPacket } from 'mysql2/promise';
import { connections } from '../common/connections.js';
import {
  COST,
  type Draft,
  duplicateRefusal,
  insufficientCredit,
  type Key,
  type Opened,
  type Sent,
  type Store,
} from '../common/store.js';
import { type Charged, type Claim, moment, type Rows, type Tables } from '../tables/tables.js';
import { Lane } from './lane.js';

/**
 * Concurrent sends share transactions. One connection runs `open`, one `settle`, one `keyOf`; each takes everything
 * that has queued as soon as it is free. This process is the only writer, so it makes the ids of messages itself. An
 * `open` takes two round trips and a commit, a `settle` one round trip and a commit.
 */
export class GroupStore implements Store {
  private readonly keys = new Lane((hashes: string[]) => this.findKeys(hashes));
  private readonly reservations = new Lane((drafts: Draft[]) => this.reserve(drafts));
  private readonly settlements = new Lane((all: Sent[]) => this.settleAll(all));
  private readonly reader: Pool;
  private readonly reserver: Pool;
  private readonly settler: Pool;
  private readonly sql: ReturnType<typeof statementsOf>;
  private lastId = 0;

  constructor(
    url: string,
    private readonly tables: Tables,
  ) {
    this.sql = statementsOf(tables);
    this.reader = connections({ url, size: 1, autocommit: true });
    this.reserver = connections({ url, size: 1, autocommit: false });
    this.settler = connections({ url, size: 1, autocommit: false });
  }

  keyOf(hash: string): Promise<Key | undefined> {
    return this.keys.add(hash);
  }

  open(draft: Draft): Promise<Opened> {
    return this.reservations.add(draft);
  }

  async settle(sent: Sent): Promise<void> {
    await this.settlements.add(sent);
  }

  private async findKeys(hashes: string[]): Promise<(Key | undefined)[]> {
    const [found] = await this.reader.query<(Key & { hash: string } & RowDataPacket)[]>(this.sql.findKeys, [
      [...new Set(hashes)].map(this.tables.hashOf),
    ]);
    const byHash = new Map(found.map((key) => [key.hash, key]));
    return hashes.map((hash) => byHash.get(hash));
  }

  private async reserve(drafts: Draft[]): Promise<(Opened | Error)[]> {
    try {
      return await this.reserveIn(drafts);
    } catch (error) {
      await this.reserver.query('ROLLBACK');
      throw error;
    }
  }

  private async reserveIn(drafts: Draft[]): Promise<(Opened | Error)[]> {
    const claims = drafts.map((draft) => ({ draft, messageId: ++this.lastId }));
    const now = moment(new Date());
    const [[claimed, accounts]] = (await this.reserver.query(this.sql.claim, [
      this.tables.windows.of(claims),
      now,
      now,
      [...new Set(drafts.map(({ userId }) => userId))],
    ])) as unknown as [[ResultSetHeader, { userId: number; balance: number }[]]];
    const lost = isAllNew(claimed, claims.length) ? NONE : await this.lostOf(claims);
    const balances = new Map(accounts.map(({ userId, balance }) => [userId, balance]));
    const charged: Charged[] = [];
    const unpaid: Draft[] = [];
    const results = claims.map(({ draft, messageId }) => {
      if (lost.has(messageId)) return duplicateRefusal();
      const balance = (balances.get(draft.userId) ?? 0) - COST;
      if (balance < 0) {
        unpaid.push(draft);
        return insufficientCredit(balance + COST);
      }
      balances.set(draft.userId, balance);
      const opened = { messageId, balance };
      charged.push({ draft, opened });
      return opened;
    });
    if (unpaid.length > 0)
      await this.reserver.query(this.tables.freeWindows, [unpaid.map(this.tables.windowOf)]);
    if (charged.length > 0) await this.write(charged, balances, now);
    else await this.reserver.query('COMMIT');
    return results;
  }

  private async write(charged: Charged[], balances: Map<number, number>, now: string): Promise<void> {
    const { messages, pay, charged: added } = this.tables;
    const charges = new Map<number, number>();
    for (const { draft } of charged) charges.set(draft.userId, (charges.get(draft.userId) ?? 0) + 1);
    const paid = [...balances].map(([userId, balance]) => {
      return { userId, balance, charges: charges.get(userId) ?? 0, now };
    });
    const rows = messages.of(charged.map(({ draft }) => draft));
    await this.reserver.query(this.sql.write, [
      charged.map(({ opened }, i) => [opened.messageId, ...(rows[i] ?? [])]),
      ...pay.values(paid),
      ...added.map(({ of }) => of(charged)),
    ]);
  }

  /** The ids of the claims whose duplicate window another message holds. */
  private async lostOf(claims: readonly Claim[]): Promise<ReadonlySet<number>> {
    const { findOwners, windowOf, ownerOf } = this.tables;
    const [windows] = await this.reserver.query<({ owner: unknown } & RowDataPacket)[]>(findOwners, [
      claims.map(({ draft }) => windowOf(draft)),
    ]);
    const won = new Set(windows.map(({ owner }) => owner));
    return new Set(claims.flatMap((claim) => (won.has(ownerOf(claim)) ? [] : claim.messageId)));
  }

  private async settleAll(all: Sent[]): Promise<undefined[]> {
    const ids = all.map(({ messageId }) => messageId);
    try {
      await this.settler.query(this.sql.settle, [
        moment(new Date()),
        ids,
        all.map(({ gatewayMessageId }) => gatewayMessageId),
        ids,
        ...this.tables.settled.map(({ of }) => of(all)),
      ]);
    } catch (error) {
      await this.settler.query('ROLLBACK');
      throw error;
    }
    return ids.map(() => undefined);
  }
}

const NONE: ReadonlySet<number> = new Set();

/** Whether every row was inserted: no claim found an existing window, not even an expired one. */
function isAllNew({ affectedRows, info }: ResultSetHeader, claims: number): boolean {
  return affectedRows === claims && !/Duplicates: [1-9]/.test(info);
}

const insertAll = <Of>({ into, ending }: Rows<Of>) => `INSERT INTO ${into} VALUES ? ${ending}`;

/** The queries of a store. Each is sent in one round trip. */
function statementsOf(tables: Tables) {
  const { messages, windows, pay, charged, settled } = tables;
  const withIds = { ...messages, into: messages.into.replace('(', '(id, ') };
  const move = `UPDATE messages SET ${tables.sent} = ELT(FIELD(id, ?), ?) WHERE id IN (?) AND status = 'pending'`;
  return {
    findKeys: `${tables.findKeys} IN (?)`,
    claim: `${insertAll(windows)}; ${tables.findBalances} IN (?) ORDER BY userId FOR UPDATE`,
    write: [insertAll(withIds), pay.sql, ...charged.map(insertAll), 'COMMIT'].join('; '),
    settle: [move, ...settled.map(insertAll), 'COMMIT'].join('; '),
  };
}
