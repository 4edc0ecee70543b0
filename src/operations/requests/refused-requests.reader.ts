import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { Database, rowsOf } from '../../platform/database/index.js';
import { AppError, type ErrorCode, ERRORS } from '../../platform/errors/index.js';
import { nextCursor } from '../../platform/http/request-fields.js';
import type { Language } from '../../platform/text/message-template.rules.js';
import { Calendar } from '../../platform/time/calendar.js';
import { RefusedRequest } from './refused-request.entity.js';
import type { RefusedRequestItem, RefusedRequestPage, RefusedRequestQuery } from './refused-requests.dto.js';

/** False for a code of another release that this one does not have. */
const isKnown = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);

/** Rows per query over all accounts, and old rows per new connection. */
const ROWS_MAX = 500;
/** Rows per account if a query finds ROWS_MAX: half of what a process stores per second. */
const ROWS_OF_ACCOUNT_MIN = 100;

interface NewRows {
  rows: RefusedRequest[];
  /** Accounts that have more new rows than these. */
  behind: ReadonlySet<number>;
}

@Injectable()
export class RefusedRequestReader {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  /** Newest first. Filters scan all rows of an account, which are at most REFUSED_LOG_ROWS_MAX. */
  async page(
    userId: number,
    { status, code, key_id, from, to, limit, cursor }: RefusedRequestQuery,
    language: Language,
  ): Promise<RefusedRequestPage> {
    const query = this.database.read
      .createQueryBuilder(RefusedRequest, 'request')
      .useIndex('ix_refused_requests_user_id_id')
      .where({ userId })
      .orderBy('request.id', 'DESC')
      .limit(limit + 1);
    if (cursor !== undefined) query.andWhere('request.id < :cursor', { cursor });
    if (status !== undefined) query.andWhere('request.status = :status', { status });
    if (code !== undefined) query.andWhere('request.code = :code', { code });
    if (key_id !== undefined) query.andWhere('request.apiKeyId = :keyId', { keyId: key_id });
    if (from) query.andWhere('request.createdAt >= :from', { from: this.calendar.startOf(from) });
    if (to)
      query.andWhere('request.createdAt < :before', {
        before: this.calendar.endOf(to),
      });
    const rows = await rowsOf(RefusedRequest, query);
    const items = rows.slice(0, limit).map((row) => this.item(row, language));
    return { limit, items, next_cursor: nextCursor(rows, limit) };
  }

  /** The row after which a connection starts: the newest, or `lastId`, if that is not too far behind. */
  async position(userId: number, lastId?: number): Promise<number> {
    const [row] = await this.database.read.find(RefusedRequest, {
      select: { id: true },
      where: { userId, ...(lastId === undefined ? {} : { id: MoreThan(lastId) }) },
      order: { id: 'DESC' },
      skip: lastId === undefined ? 0 : ROWS_MAX,
      take: 1,
    });
    return row?.id ?? lastId ?? 0;
  }

  /** New rows of several accounts, oldest first. A busy account does not displace others. */
  async after(places: ReadonlyMap<number, number>): Promise<NewRows> {
    const all = await this.find(places, ROWS_MAX);
    if (all.length < ROWS_MAX) return { rows: all, behind: new Set() };
    const each = Math.max(ROWS_OF_ACCOUNT_MIN, Math.ceil(ROWS_MAX / places.size));
    const page = { rows: [] as RefusedRequest[], behind: new Set<number>() };
    for (const [userId, id] of places) {
      const own = await this.find(new Map([[userId, id]]), each);
      page.rows.push(...own);
      if (own.length === each) page.behind.add(userId);
    }
    return page;
  }

  private find(places: ReadonlyMap<number, number>, limit: number): Promise<RefusedRequest[]> {
    return this.database.read.find(RefusedRequest, {
      where: [...places].map(([userId, id]) => ({ userId, id: MoreThan(id) })),
      order: { id: 'ASC' },
      take: limit,
    });
  }

  item(
    { id, createdAt, route, status, code, fields, apiKeyId, requestId, address, keyRefusal }: RefusedRequest,
    language: Language,
  ): RefusedRequestItem {
    return {
      id,
      ...this.calendar.fields('created_at', createdAt),
      route,
      status,
      code,
      message: isKnown(code) ? new AppError(code).messageIn(language) : code,
      fields: fields ?? [],
      key_id: apiKeyId,
      request_id: requestId,
      address,
      key_refusal: keyRefusal,
    };
  }
}
