import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { Database } from '../common/database/index.js';
import { Calendar } from '../common/time/calendar.js';
import { RefusedRequest } from './refused-request.entity.js';
import type { RefusedRequestItem, RefusedRequestPage, RefusedRequestQuery } from './refused-requests.dto.js';

/** What an account sees of its refused requests. */
@Injectable()
export class RefusedRequestReader {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  /** Newest first. An account has no more than its cap, so that what is filtered out may be walked past. */
  async page(
    userId: number,
    { status, code, key_id, from, to, limit, cursor }: RefusedRequestQuery,
  ): Promise<RefusedRequestPage> {
    const query = this.database.read
      .createQueryBuilder(RefusedRequest, 'request')
      .useIndex('ix_refused_requests_user_id_id')
      .where({ userId })
      .orderBy('request.id', 'DESC')
      // One row more than asked tells whether a next page exists.
      .limit(limit + 1);
    if (cursor !== undefined) query.andWhere('request.id < :cursor', { cursor });
    if (status !== undefined) query.andWhere('request.status = :status', { status });
    if (code !== undefined) query.andWhere('request.code = :code', { code });
    if (key_id !== undefined) query.andWhere('request.apiKeyId = :keyId', { keyId: key_id });
    if (from) query.andWhere('request.createdAt >= :from', { from: this.calendar.startOf(from) });
    if (to)
      query.andWhere('request.createdAt < :before', {
        before: this.calendar.endOfDay(this.calendar.startOf(to)),
      });
    const rows = await query.getMany();
    const items = rows.slice(0, limit).map((row) => this.item(row));
    return { limit, items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  }

  /** The newest of an account, 0 where there is none. */
  async lastId(userId: number): Promise<number> {
    const [last] = await this.database.read.find(RefusedRequest, {
      select: { id: true },
      where: { userId },
      order: { id: 'DESC' },
      take: 1,
    });
    return last?.id ?? 0;
  }

  /** Those of accounts after an id of each, oldest first. */
  after(places: ReadonlyMap<number, number>, limit: number): Promise<RefusedRequest[]> {
    return this.database.read.find(RefusedRequest, {
      where: [...places].map(([userId, id]) => ({ userId, id: MoreThan(id) })),
      order: { id: 'ASC' },
      take: limit,
    });
  }

  item({
    id,
    createdAt,
    route,
    status,
    code,
    fields,
    apiKeyId,
    requestId,
  }: RefusedRequest): RefusedRequestItem {
    return {
      id,
      created_at: this.calendar.format(createdAt),
      route,
      status,
      code,
      fields: fields ?? [],
      key_id: apiKeyId,
      request_id: requestId,
    };
  }
}
