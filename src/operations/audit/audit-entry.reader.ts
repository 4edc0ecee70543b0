import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { FindManyOptions } from 'typeorm';
import { Database } from '../../platform/database/index.js';
import type { PageQuery } from '../../platform/http/request-fields.js';
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';
import { Calendar } from '../../platform/time/calendar.js';
import { AuditEntry } from './audit-entry.entity.js';

export class AuditEntryFields {
  @ApiProperty({ type: 'integer' }) id!: number;
  @Field('Kind and number of the target', { example: 'user:7' }) target!: string;
  @Field('The change; its members depend on the action. Null: none', {
    type: 'object',
    additionalProperties: true,
    nullable: true,
  })
  detail!: object | null;
  @OrNull(
    'string',
    'IP address of the caller; null: not from a request, logins from too many addresses within an hour, or (security log) another person',
    {
      example: '203.0.113.7',
    },
  )
  address!: string | null;
  @OrNull('string', 'User agent of the caller; null: not sent', {
    example: 'Mozilla/5.0 (X11; Linux x86_64)',
  })
  user_agent!: string | null;
  @Field('Number of equal logins within an hour, which share one entry') times!: number;
  @LocalTime() created_at!: string;
  @LocalTime('When it last happened') last_at!: string;
}

const NAMED = {
  user: { table: 'users', name: 'username' },
  device: { table: 'devices', name: 'name' },
} as const;

type Kind = keyof typeof NAMED;

export interface AuditNames {
  user: (id: number) => string | null;
  target: (target: string) => string | null;
}

const TARGET = /^(user|device):(\d+)$/;

@Injectable()
export class AuditEntryReader {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  /** A page of entries, shown with the names of their users and devices. */
  async page<Item>(
    { page, limit, offset }: PageQuery,
    which: Pick<FindManyOptions<AuditEntry>, 'where' | 'order'>,
    itemOf: (entry: AuditEntry, names: AuditNames) => Item,
  ) {
    const slice = { skip: offset, take: limit };
    const [rows, total] = await this.database.read.findAndCount(AuditEntry, { ...which, ...slice });
    const names = await this.names(rows);
    return { total, page, limit, items: rows.map((row) => itemOf(row, names)) };
  }

  fieldsOf(entry: AuditEntry): AuditEntryFields {
    const { id, target, detail, address, userAgent, times, createdAt, lastAt } = entry;
    return {
      ...{ id, target, detail, address, user_agent: userAgent, times },
      ...this.calendar.fields('created_at', createdAt),
      ...this.calendar.fields('last_at', lastAt ?? createdAt),
    };
  }

  /** All names that these entries need, one query per kind. */
  private async names(entries: readonly AuditEntry[]): Promise<AuditNames> {
    const targets = entries.flatMap(({ target }) => partsOf(target) ?? []);
    const idsOf = (kind: Kind) => targets.flatMap((part) => (part.kind === kind ? part.id : []));
    const [users, devices] = await Promise.all([
      this.read('user', [...entries.map(({ actorId }) => actorId), ...idsOf('user')]),
      this.read('device', idsOf('device')),
    ]);
    const names = { user: users, device: devices };
    return {
      user: (id) => users.get(id) ?? null,
      target: (target) => {
        const part = partsOf(target);
        return (part && names[part.kind].get(part.id)) ?? null;
      },
    };
  }

  /** Reads the tables by name: other modules import this one, so it cannot import their entities. */
  private async read(kind: Kind, ids: readonly number[]): Promise<Map<number, string>> {
    if (ids.length === 0) return new Map();
    const { table, name } = NAMED[kind];
    const rows = await this.database.read
      .createQueryBuilder()
      .select('id', 'id')
      .addSelect(name, 'name')
      .from(table, kind)
      .where('id IN (:...ids)', { ids: [...new Set(ids)] })
      .getRawMany<{ id: number; name: string }>();
    return new Map(rows.map((row) => [row.id, row.name]));
  }
}

function partsOf(target: string): { kind: Kind; id: number } | undefined {
  const [, kind, id] = TARGET.exec(target) ?? [];
  return kind === undefined ? undefined : { kind: kind as Kind, id: Number(id) };
}
