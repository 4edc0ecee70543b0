import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import type { AuditEntry } from './audit-entry.entity.js';

/** Targets that have names. */
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

/** Reads the tables directly: every module records audit entries, so this one can import none. */
@Injectable()
export class AuditNamesReader {
  constructor(private readonly database: Database) {}

  /** All names that these entries need, one query per kind. */
  async of(entries: readonly Pick<AuditEntry, 'actorId' | 'target'>[]): Promise<AuditNames> {
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
