import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { Database, execute, momentOf, statement } from '../../platform/database/index.js';
import { failpoint } from '../../platform/process/failpoint.js';
import { indexPrefix } from '../../platform/security/data-keys.rules.js';
import { Clock } from '../../platform/time/clock.js';
import { DELETED_ROWS, EMPTIED_COLUMNS, type OldRows, PERMANENT_ROWS } from './data-key-columns.js';

const ROWS_AT_ONCE = 500;

export interface OldCount {
  rows: number;
  endsAt: Date | undefined;
}

/** Rows with a fingerprint that only an older key finds. */
@Injectable()
export class OldIndexes {
  /** The LIKE pattern of the newest key's fingerprints. */
  private readonly ofNewest: string;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    { dataKeys }: Config,
  ) {
    this.ofNewest = `%${indexPrefix(Math.max(...dataKeys.map(({ number }) => number)))}%`;
  }

  async count({ table, column, where, endsAt }: OldRows): Promise<OldCount> {
    const [row] = await this.database.query(
      statement(
        `SELECT COUNT(*) AS total, MAX(${endsAt ?? 'NULL'}) AS ends_at FROM ${table}
          WHERE ${isOld(column)}${where ? ` AND ${where}` : ''}`,
        [this.ofNewest, ...(where?.includes('?') ? [this.clock.now()] : [])],
      ),
    );
    const rows = Number(row?.['total'] ?? 0);
    return { rows, endsAt: rows > 0 && endsAt ? momentOf(row?.['ends_at']) : undefined };
  }

  /** The usernames of owners with recovery codes of an older key. */
  async ownersOfCodes(): Promise<string[]> {
    const rows = await this.database.read.query<{ username: string }[]>(
      `SELECT DISTINCT u.username FROM recovery_codes r JOIN users u ON u.id = r.user_id
        WHERE ${isOld('r.code_hash')} ORDER BY u.username`,
      [this.ofNewest],
    );
    return rows.map(({ username }) => username);
  }

  /** Removes fingerprints of older keys: empties EMPTIED_COLUMNS and deletes DELETED_ROWS. Returns the count. */
  async forget(): Promise<number> {
    let forgotten = 0;
    for (const { table, columns } of EMPTIED_COLUMNS) forgotten += await this.empty(table, columns);
    for (const rows of DELETED_ROWS) forgotten += await this.delete(rows);
    return forgotten;
  }

  /** Deletes entries of lists, lifts restrictions and declines undecided privacy requests. */
  async forgetLists(): Promise<void> {
    await this.delete(PERMANENT_ROWS['numbers on lists']);
    const { restrictions, 'undecided privacy requests': undecided } = PERMANENT_ROWS;
    const now = this.clock.now();
    const cases = [
      { where: restrictions.where, set: "status = 'lifted', lifted_at = ?" },
      { where: undecided.where, set: "status = 'declined', decided_at = ?" },
    ];
    const ended = cases.map(({ where, set }) =>
      statement(
        `UPDATE privacy_requests SET ${set}, recipient_indexes = NULL, found = NULL
          WHERE ${where} AND ${isOld('recipient_indexes')}`,
        [now, this.ofNewest],
      ),
    );
    await this.database.tx((tx) => execute(tx, ended));
  }

  private async empty(table: string, columns: readonly string[]): Promise<number> {
    const emptied = columns.map(
      (column) => `${column} = CASE WHEN ${isOld(column)} THEN '' ELSE ${column} END`,
    );
    const which = columns.map(isOld).join(' OR ');
    let rows = 0;
    let after = 0;
    for (;;) {
      const found = await this.database.read.query<{ id: unknown }[]>(
        `SELECT id FROM ${table} WHERE id > ? AND (${which}) ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
        [after, ...columns.map(() => this.ofNewest)],
      );
      const ids = found.map(({ id }) => Number(id));
      const last = ids.at(-1);
      if (last === undefined) return rows;
      failpoint('rekey.empty');
      await this.database.tx((tx) =>
        tx.query(`UPDATE ${table} SET ${emptied.join(', ')} WHERE id IN (${ids.join(', ')})`, [
          ...columns.map(() => this.ofNewest),
        ]),
      );
      failpoint('rekey.emptied');
      after = last;
      rows += ids.length;
    }
  }

  /** Deletes a table's rows of older keys in one statement: such rows expire by themselves, so there are few. */
  async delete({ table, column }: Pick<OldRows, 'table' | 'column'>): Promise<number> {
    const { rows } = await this.count({ table, column });
    if (rows > 0)
      await this.database.tx((tx) =>
        tx.query(`DELETE FROM ${table} WHERE ${isOld(column)}`, [this.ofNewest]),
      );
    return rows;
  }
}

/** Matches fingerprints of older keys. An empty column has none: it was removed before. */
const isOld = (column: string) => `(${column} <> '' AND ${column} NOT LIKE ?)`;
