import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { MessageColumnsReader } from '../credit/index.js';
import type { Message } from '../otp/index.js';
import { csvOf } from '../platform/text/csv.js';
import { Calendar } from '../platform/time/calendar.js';
import { FilteredLists } from './filtered-lists.js';
import type { ExportQuery } from './history.dto.js';
import { HistoryService } from './history.service.js';
import { hasFacets } from './index-scans.rules.js';
import { MessageLists, type Start, statusesOf } from './message-lists.js';
import type { Owner } from './message-reader.js';

const BATCH = 200;

/** New columns are added at the end. */
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
  'verification_id',
  'api_key',
  'mode',
  'delivered_at',
  'channel',
  'attempts',
] as const;

@Injectable()
export class HistoryExport {
  constructor(
    private readonly lists: MessageLists,
    private readonly filtered: FilteredLists,
    private readonly history: HistoryService,
    private readonly columns: MessageColumnsReader,
    private readonly calendar: Calendar,
  ) {}

  /** CSV, newest first. */
  csv(owner: Owner, query: ExportQuery): Readable {
    return csvOf(COLUMNS, this.batches(owner, query));
  }

  private async *batches(owner: Owner, query: ExportQuery) {
    for await (const rows of hasFacets(query) ? this.found(owner, query) : this.listed(owner, query))
      yield await this.lines(rows);
  }

  private async lines(rows: readonly Message[]) {
    const columns = await this.columns.of(rows.map(({ id }) => id));
    return rows.map((row) => {
      const item = this.history.item(row);
      const { api_key = null, mode = null, delivered_at = null } = columns.get(row.id) ?? {};
      return {
        ...item,
        attempts: item.attempts
          .map(({ channel, outcome, reason }) => `${channel}:${reason ?? outcome}`)
          .join(' '),
        metadata: item.metadata && JSON.stringify(item.metadata),
        // The reason of a pending message says why its outcome is unknown.
        reason: row.status === 'failed' ? item.reason : null,
        created_at: this.calendar.formatWithOffset(row.createdAt),
        api_key,
        mode,
        delivered_at,
      };
    });
  }

  private async *listed(owner: Owner, { from, to, ...query }: ExportQuery): AsyncGenerator<Message[]> {
    const filter = { ...owner, statuses: statusesOf(query), from, to };
    for (let start: Start = { offset: 0 }; ;) {
      const { rows } = await this.lists.of(filter, start, BATCH);
      const last = rows.at(-1);
      if (!last) return;
      yield rows;
      start = { after: last };
    }
  }

  private async *found(owner: Owner, query: ExportQuery): AsyncGenerator<Message[]> {
    const { key, brand, reason, prefix, from, to } = query;
    const filter = { ...owner, key, brand, reason, prefix, from, to, statuses: statusesOf(query) };
    for (let cursor: number | undefined; ;) {
      const { rows, nextCursor } = await this.filtered.page(filter, cursor, BATCH);
      yield rows;
      if (nextCursor === null) return;
      cursor = nextCursor;
    }
  }
}
