import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { Database } from '../platform/database/index.js';
import { ApiKey } from './api-key.entity.js';

type Named = Pick<ApiKey, 'id' | 'name' | 'last4' | 'mode' | 'deletedAt'>;

const NAMED = { id: true, name: true, last4: true, mode: true, deletedAt: true } as const;
const LISTED_MAX = 100;

interface Capped {
  id: number;
  rootKeyId: number;
  dailyCap: number;
}

/** Names and caps of an account's keys, for other modules. */
@Injectable()
export class ApiKeyLookup {
  constructor(private readonly database: Database) {}

  async of(userId: number, ids: readonly number[]): Promise<Map<number, Named>> {
    if (ids.length === 0) return new Map();
    const keys = await this.database.read.find(ApiKey, {
      select: NAMED,
      where: { userId, id: In([...ids]) },
    });
    return new Map(keys.map((key) => [key.id, key]));
  }

  newest(userId: number): Promise<Named[]> {
    return this.database.read.find(ApiKey, {
      select: NAMED,
      where: { userId },
      order: { id: 'DESC' },
      take: LISTED_MAX,
    });
  }

  /** Keys with a daily cap. */
  async capped(userId: number): Promise<Capped[]> {
    const keys = await this.database.read.find(ApiKey, {
      select: { id: true, rootId: true, dailyCap: true },
      where: { userId, deletedAt: IsNull(), dailyCap: Not(IsNull()) },
    });
    return keys.flatMap(({ id, rootId, dailyCap }) =>
      dailyCap === null ? [] : { id, rootKeyId: rootId ?? id, dailyCap },
    );
  }
}
