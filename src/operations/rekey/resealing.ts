import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { Database } from '../../platform/database/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { isSealed, Sealer } from '../../platform/security/sealer.js';
import { SEALED } from './data-key-columns.js';

const ROWS_AT_ONCE = 100;
/** Passes over a column: another instance may seal with the old key meanwhile. */
const PASSES_MAX = 5;

export interface Resealed {
  /** By table and column. */
  counts: Map<string, number>;
  /** Neither key opens them: their key was lost before. */
  unreadable: Map<string, number>;
}

type Row = { id: unknown; sealed: string };
type Column = (typeof SEALED)[number];

/** Seals all secrets of the old key again with the new one. Rows that change meanwhile keep their changed value. */
@Injectable()
export class Resealing {
  private readonly newest: Sealer;

  constructor(
    private readonly database: Database,
    private readonly sealer: Sealer,
    { dataKeys: [first] }: Config,
  ) {
    this.newest = new Sealer([first]);
  }

  /** May be killed at any time: the next run seals only what is left. */
  async run(): Promise<Resealed> {
    const counts = new Map<string, number>();
    const unreadable = new Map<string, number>();
    for (const column of SEALED) {
      const name = `${column.table}.${column.column}`;
      let pass = { resealed: 0, unreadable: 0 };
      for (let nth = 0; nth < PASSES_MAX; nth++) {
        pass = await this.pass(column);
        if (pass.resealed === 0) break;
        counts.set(name, (counts.get(name) ?? 0) + pass.resealed);
      }
      if (pass.unreadable > 0) unreadable.set(name, pass.unreadable);
    }
    return { counts, unreadable };
  }

  private async pass(column: Column): Promise<{ resealed: number; unreadable: number }> {
    const { table, key, column: name } = column;
    let [after, resealed, unreadable] = [0, 0, 0];
    for (;;) {
      failpoint('rekey.read');
      const rows = await this.database.read.query<Row[]>(
        `SELECT ${key} AS id, ${name} AS sealed FROM ${table}
          WHERE ${key} > ? AND ${name} LIKE 'v%.%' ORDER BY ${key} LIMIT ${ROWS_AT_ONCE}`,
        [after],
      );
      const last = rows.at(-1);
      if (!last) return { resealed, unreadable };
      after = Number(last.id);
      const changes = rows.flatMap((row) => {
        const sealed = this.resealedOf(row.sealed);
        if (sealed === 'unreadable') unreadable++;
        return sealed === undefined || sealed === 'unreadable' ? [] : [{ ...row, next: sealed }];
      });
      if (changes.length === 0) continue;
      resealed += changes.length;
      failpoint('rekey.write');
      await this.database.tx(async (tx) => {
        for (const { id, sealed, next } of changes)
          await tx.query(`UPDATE ${table} SET ${name} = ? WHERE ${key} = ? AND ${name} = ?`, [
            next,
            id,
            sealed,
          ]);
        failpoint('rekey.written');
      });
      failpoint('rekey.committed');
    }
  }

  /** Seals a secret with the newest key. `undefined` if it already is, or if the text is no sealed secret. */
  private resealedOf(sealed: string): string | undefined {
    if (!isSealed(sealed) || this.newest.tryOpen(sealed) !== undefined) return undefined;
    const secret = this.sealer.tryOpen(sealed);
    return secret === undefined ? 'unreadable' : this.newest.seal(secret);
  }
}
