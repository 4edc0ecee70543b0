import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BYTE_ORDER_MARK, csvLine } from '../common/text/csv.js';
import type { Message } from '../otp/index.js';
import type { ExportQuery, HistoryItem } from './history.dto.js';
import { HistoryService } from './history.service.js';
import { MessageLists, type Start, statusesOf } from './message-lists.js';
import type { Owner } from './message-reader.js';
import { NarrowedLists } from './narrowed-lists.js';
import { hasFacets } from './road.rules.js';

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
    private readonly narrowed: NarrowedLists,
    private readonly history: HistoryService,
  ) {}

  /** CSV, newest first: no more is read of it than its reader takes, and no transaction waits for a slow one. */
  csv(owner: Owner, query: ExportQuery): Readable {
    return Readable.from(this.chunks(owner, query));
  }

  private async *chunks(owner: Owner, query: ExportQuery): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(COLUMNS);
    for await (const rows of hasFacets(query) ? this.found(owner, query) : this.listed(owner, query)) {
      const items = rows.map((row) => this.history.item(row));
      yield items.map((item) => csvLine(COLUMNS.map((column) => cellOf(item, column)))).join('');
    }
  }

  private async *listed(owner: Owner, { from, to, ...query }: ExportQuery): AsyncGenerator<Message[]> {
    const filter = { statuses: statusesOf(query), from, to };
    for (let start: Start = { offset: 0 }; ;) {
      const { rows } = await this.lists.of(owner, filter, start, BATCH);
      const last = rows.at(-1);
      if (!last) return;
      yield rows;
      start = { after: last };
    }
  }

  private async *found(owner: Owner, query: ExportQuery): AsyncGenerator<Message[]> {
    const { key, brand, reason, prefix, from, to } = query;
    const narrowing = { ...owner, key, brand, reason, prefix, from, to, statuses: statusesOf(query) };
    for (let cursor: number | undefined; ;) {
      const { rows, nextCursor } = await this.narrowed.page(narrowing, cursor, BATCH);
      yield rows;
      if (nextCursor === null) return;
      cursor = nextCursor;
    }
  }
}

function cellOf(item: HistoryItem, column: (typeof COLUMNS)[number]): string | number | null {
  if (column !== 'metadata') return item[column];
  return item.metadata && JSON.stringify(item.metadata);
}
