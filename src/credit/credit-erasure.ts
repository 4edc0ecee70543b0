import { Injectable } from '@nestjs/common';
import { In, MoreThan, Not } from 'typeorm';
import { Database, execute, upsert } from '../platform/database/index.js';
import { failpoint } from '../platform/process/failpoint.js';
import type { AccountContact } from './account-contact.js';
import { CreditBalance, CreditEntry } from './credit.entities.js';
import { SETTLEMENT_NOTE, SIGNUP_NOTE } from './credit.service.js';
import { MonthStatement } from './statements/statement.entities.js';
import { UsageDay } from './usage/usage.entities.js';

const BATCH = 500;

/**
 * Removes names from the ledger, usage and statements of an account; all figures stay. It may be repeated: another
 * process continues if this one dies.
 */
@Injectable()
export class CreditErasure {
  constructor(private readonly database: Database) {}

  /** `name` replaces the account's contact in its statements. */
  async anonymise(userId: number, name: AccountContact): Promise<void> {
    await this.clearNotes(userId);
    await this.mergeBrands(userId);
    failpoint('erasure.usage');
    await this.renameStatements(userId, name);
  }

  /** Clears notes that people wrote, which may name people. Notes of charges and refunds are ids of verifications. */
  private async clearNotes(userId: number): Promise<void> {
    const note = Not(In([SIGNUP_NOTE, SETTLEMENT_NOTE]));
    for (;;) {
      const rows = await this.database.read.find(CreditEntry, {
        select: { id: true },
        where: { userId, kind: In(['topup', 'adjustment']), note },
        take: BATCH,
      });
      if (rows.length === 0) return;
      const id = In(rows.map((row) => row.id));
      await this.database.tx((tx) => tx.update(CreditEntry, { id }, { note: null }));
    }
  }

  private async mergeBrands(userId: number): Promise<void> {
    const months = await this.database.read
      .createQueryBuilder(UsageDay, 'usage')
      .select('DISTINCT usage.month', 'month')
      .where({ userId, brand: Not('') })
      .getRawMany<{ month: string }>();
    for (const { month } of months) await this.mergeMonth(userId, month);
  }

  /**
   * Locks the balance by writing it, like the closing of a month, so that neither sees half of the other's changes.
   * `upsert` merges rows that differ only in their brand.
   */
  private mergeMonth(userId: number, month: string): Promise<void> {
    return this.database.tx(async (tx) => {
      await tx.update(CreditBalance, { userId }, { entryCount: () => 'entry_count' });
      const branded = { userId, month, brand: Not('') };
      const rows = await tx.findBy(UsageDay, branded);
      const merged = rows.map((row) => ({ ...row, brand: '' }));
      const key = ['userId', 'month', 'day', 'apiKeyId', 'channel', 'brand'] as const;
      const add = ['messages', 'topUps', 'charges', 'adjustments', 'refunds'] as const;
      await execute(tx, upsert(this.database.engine, UsageDay, merged, { key, add }));
      await tx.delete(UsageDay, branded);
    });
  }

  private async renameStatements(userId: number, name: AccountContact): Promise<void> {
    for (let after = 0; ;) {
      const rows = await this.database.read.find(MonthStatement, {
        select: { id: true, details: true },
        where: { userId, id: MoreThan(after) },
        order: { id: 'ASC' },
        take: BATCH,
      });
      for (const { id, details } of rows) {
        const items = details.items.map((item) => ({ ...item, brand: null, api_key: null }));
        const renamed = { ...details, items, account: { ...name, address: '', tax_number: '' } };
        await this.database.tx((tx) => tx.update(MonthStatement, { id }, { details: renamed }));
        after = id;
      }
      if (rows.length < BATCH) return;
    }
  }
}
