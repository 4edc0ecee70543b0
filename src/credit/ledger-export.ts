import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { csvOf } from '../platform/text/csv.js';
import { Calendar } from '../platform/time/calendar.js';
import type { LedgerQuery } from './credit.dto.js';
import type { CreditEntry } from './credit.entities.js';
import { CreditReader } from './credit.reader.js';
import { EntryLists } from './entry-lists.js';
import { MessageColumnsReader } from './message-columns.js';

const BATCH = 200;

/** New ones are added at the end. Those from `reference` on are those of the history's file. */
const COLUMNS = [
  'id',
  'created_at',
  'kind',
  'amount',
  'balance_after',
  'message_id',
  'note',
  'top_up_request_id',
  'reference',
  'api_key',
  'mode',
  'delivered_at',
] as const;

/** A whole ledger as a file. */
@Injectable()
export class LedgerExport {
  constructor(
    private readonly lists: EntryLists,
    private readonly reader: CreditReader,
    private readonly messages: MessageColumnsReader,
    private readonly calendar: Calendar,
  ) {}

  /** CSV, newest first. */
  csv(userId: number, query: LedgerQuery): Readable {
    return csvOf(COLUMNS, this.batches(userId, query));
  }

  private async *batches(userId: number, query: LedgerQuery) {
    let after: CreditEntry | undefined;
    for (;;) {
      const rows = await this.lists.rows(userId, query, after ? { after } : { offset: 0 }, BATCH);
      after = rows.at(-1);
      if (!after) return;
      yield await this.lines(rows);
    }
  }

  private async lines(rows: readonly CreditEntry[]) {
    const [items, messages] = await Promise.all([
      this.reader.items(rows),
      this.messages.of(rows.flatMap(({ messageId }) => messageId ?? [])),
    ]);
    return items.map((item) => {
      const message = messages.get(item.message_id ?? 0);
      return {
        ...item,
        created_at: this.calendar.formatWithOffset(new Date(item.created_at_utc)),
        api_key: message?.api_key ?? null,
        mode: message?.mode ?? null,
        delivered_at: message?.delivered_at ?? null,
      };
    });
  }
}
