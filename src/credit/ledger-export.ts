import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { csvOf } from '../common/text/csv.js';
import { CreditReader } from './credit.reader.js';
import type { CreditEntry } from './credit-entry.entity.js';
import { EntryLists } from './entry-lists.js';
import type { CreditEntryItem, LedgerQuery } from './ledger.dto.js';

const BATCH = 200;

const COLUMNS = [
  'id',
  'created_at',
  'kind',
  'amount',
  'balance_after',
  'message_id',
  'note',
  'top_up_request_id',
] as const satisfies (keyof CreditEntryItem)[];

/** A whole ledger as a file. */
@Injectable()
export class LedgerExport {
  constructor(
    private readonly lists: EntryLists,
    private readonly reader: CreditReader,
  ) {}

  /** CSV, newest first. */
  csv(userId: number, query: LedgerQuery): Readable {
    return csvOf(COLUMNS, this.batches(userId, query));
  }

  private async *batches(userId: number, query: LedgerQuery): AsyncGenerator<CreditEntryItem[]> {
    let after: CreditEntry | undefined;
    for (;;) {
      const rows = await this.lists.rows(userId, query, after ? { after } : { offset: 0 }, BATCH);
      after = rows.at(-1);
      if (!after) return;
      yield await this.reader.items(rows);
    }
  }
}
