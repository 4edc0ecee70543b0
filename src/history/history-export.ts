import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BYTE_ORDER_MARK, csvLine } from './csv.js';
import type { ExportQuery, HistoryItem } from './history.dto.js';
import { HistoryService } from './history.service.js';
import { MessageLists, type Start, statusesOf } from './message-lists.js';
import type { Owner } from './message-reader.js';

const BATCH = 500;

const COLUMNS = [
  'id',
  'message_id',
  'reference',
  'recipient',
  'company_name',
  'status',
  'credit_used',
  'created_at',
  'reason',
  'external_id',
  'metadata',
] as const satisfies (keyof HistoryItem)[];

/** A whole history as a file. */
@Injectable()
export class HistoryExport {
  constructor(
    private readonly lists: MessageLists,
    private readonly history: HistoryService,
  ) {}

  /** CSV, newest first: no more is read of it than its reader takes, and no transaction waits for a slow one. */
  csv(owner: Owner, query: ExportQuery): Readable {
    return Readable.from(this.chunks(owner, query));
  }

  private async *chunks(owner: Owner, { status, include, from, to }: ExportQuery): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(COLUMNS);
    let start: Start = { offset: 0 };
    const statuses = statusesOf({ status, include });
    for (;;) {
      const { rows } = await this.lists.of(owner, { statuses, from, to }, start, BATCH);
      const last = rows.at(-1);
      if (!last) return;
      const items = rows.map((row) => this.history.item(row));
      yield items.map((item) => csvLine(COLUMNS.map((column) => cellOf(item, column)))).join('');
      start = { after: last };
    }
  }
}

function cellOf(item: HistoryItem, column: (typeof COLUMNS)[number]): string | number | null {
  if (column !== 'metadata') return item[column];
  return item.metadata && JSON.stringify(item.metadata);
}
