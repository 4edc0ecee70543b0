import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, list, statement } from '../platform/database/index.js';
import { Clock } from '../platform/time/clock.js';
import { ERASURE_PLAN, type Fate } from './erasure-plan.rules.js';

const BATCH = 500;

/** Applies {@link ERASURE_PLAN} to the tables of many modules. Uses their names in SQL, as the ledger audit does. */
@Injectable()
export class ErasureTables {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The targets of audit entries and mails about the account, such as `user:7`. */
  async subjectsOf(userId: number): Promise<string[]> {
    const rows = await this.database.read.query<{ kind: string; id: number | string }[]>(
      `SELECT 'invitation' AS kind, id FROM invitations WHERE user_id = ?
        UNION ALL SELECT 'member_invitation', id FROM member_invitations WHERE user_id = ?`,
      [userId, userId],
    );
    const logins = (await this.loginsOf(userId)).map((id) => `user:${id}`);
    return [...logins, ...rows.map(({ kind, id }) => `${kind}:${id}`)];
  }

  /**
   * Gives the account the unused invitations to its addresses, so that they are erased too. An open one to a former
   * address may be for somebody else.
   */
  async claimInvitations(userId: number): Promise<void> {
    const logins = await this.loginsOf(userId);
    const rows = await this.database.query(
      statement(
        `SELECT id FROM invitations WHERE user_id IS NULL
          AND (email_key IN (SELECT email_key FROM users WHERE id IN ${list(logins)})
            OR ((revoked_at IS NOT NULL OR expires_at <= ?) AND email_key IN
              (SELECT email_key FROM invitations WHERE user_id = ?)))`,
        [...logins, this.clock.now(), userId],
      ),
    );
    if (rows.length === 0) return;
    const ids = rows.map((row) => Number(row['id']));
    await this.database.tx((tx) =>
      tx.query(`UPDATE invitations SET user_id = ? WHERE id IN ${list(ids)} AND user_id IS NULL`, [
        userId,
        ...ids,
      ]),
    );
  }

  /** The ids of the user who registered the account, and of its other members. */
  async loginsOf(userId: number, manager: EntityManager = this.database.read): Promise<number[]> {
    const rows = await manager.query<{ id: number | string }[]>(
      'SELECT user_id AS id FROM members WHERE account_id = ? AND user_id <> ?',
      [userId, userId],
    );
    return [userId, ...rows.map(({ id }) => Number(id))];
  }

  async deleteRows(userId: number): Promise<void> {
    for (const [table, fate] of Object.entries(ERASURE_PLAN))
      if (fate.rows === 'deleted') await this.deleteAll(userId, table, fate);
  }

  /** Deletes mails that still wait for the mail server. */
  async deleteMails(subjects: readonly string[]): Promise<void> {
    const rows = await this.database.read.query<{ id: number | string }[]>(
      `SELECT id FROM outgoing_mails WHERE about IN ${list(subjects)}`,
      [...subjects],
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => Number(id));
    await this.database.tx((tx) => tx.query(`DELETE FROM outgoing_mails WHERE id IN ${list(ids)}`, ids));
  }

  /** Clears columns that may contain personal data, and replaces the name in alerts about the account. */
  async clearColumns(userId: number, pseudonym: string): Promise<void> {
    for (const [table, fate] of Object.entries(ERASURE_PLAN))
      if (fate.rows === 'kept' && Object.keys(fate.cleared).length > 0) await this.clear(userId, table, fate);
    await this.renameAlerts(userId, pseudonym);
  }

  private async deleteAll(
    userId: number,
    table: string,
    { key, parts }: Extract<Fate, { rows: 'deleted' }>,
  ): Promise<void> {
    await this.eachBatch(userId, table, key, async (tx, keys) => {
      for (const part of parts) {
        const [name, column] = part.split('.');
        await tx.query(`DELETE FROM ${name} WHERE ${column} IN ${list(keys)}`, [...keys]);
      }
      await tx.query(`DELETE FROM ${table} WHERE ${key} IN ${list(keys)}`, [...keys]);
    });
  }

  private async clear(
    userId: number,
    table: string,
    { key, cleared }: Extract<Fate, { rows: 'kept' }>,
  ): Promise<void> {
    const names = Object.keys(cleared);
    const set = names.map((name) => `${name} = ?`).join(', ');
    await this.eachBatch(userId, table, key, (tx, keys) =>
      tx.query(`UPDATE ${table} SET ${set} WHERE ${key} IN ${list(keys)}`, [
        ...Object.values(cleared),
        ...keys,
      ]),
    );
  }

  /** Calls `work` with primary keys: by another index, two statements could lock rows in different orders. */
  private async eachBatch(
    userId: number,
    table: string,
    key: string,
    work: (tx: EntityManager, keys: readonly number[]) => Promise<unknown>,
  ): Promise<void> {
    for (let after = 0; ;) {
      const rows = await this.database.read.query<Record<string, number | string>[]>(
        `SELECT DISTINCT ${key} AS id FROM ${table} WHERE user_id = ? AND ${key} > ? ORDER BY ${key} LIMIT ${BATCH}`,
        [userId, after],
      );
      const keys = rows.map(({ id }) => Number(id));
      const last = keys.at(-1);
      if (last === undefined) return;
      await this.database.tx((tx) => work(tx, keys));
      after = last;
    }
  }

  private async renameAlerts(userId: number, pseudonym: string): Promise<void> {
    const rows = await this.database.read.query<{ id: number | string; detail: string }[]>(
      'SELECT id, detail FROM operator_alerts WHERE subject = ?',
      [`account:${userId}`],
    );
    for (const { id, detail } of rows) {
      const renamed = { ...(JSON.parse(detail) as object), account: pseudonym };
      await this.database.tx((tx) =>
        tx.query('UPDATE operator_alerts SET detail = ? WHERE id = ?', [JSON.stringify(renamed), Number(id)]),
      );
    }
  }
}
