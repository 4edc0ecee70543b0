import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/index.js';
import { csvOf } from '../../platform/text/csv.js';
import { Calendar } from '../../platform/time/calendar.js';
import { AuditEntry } from './audit-entry.entity.js';
import { whoActed, withoutAdministratorAddress } from './security-log.controller.js';

const BATCH = 200;
const COLUMNS = [
  'id',
  'created_at',
  'last_at',
  'times',
  'action',
  'target',
  'by',
  'address',
  'user_agent',
  'detail',
] as const;

@Injectable()
export class SecurityLogExport {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  /** CSV, newest first. Addresses of administrators are left out. */
  csv(userId: number): Readable {
    return csvOf(COLUMNS, this.batches(userId));
  }

  private async *batches(userId: number) {
    const rows = this.database.read
      .createQueryBuilder(AuditEntry, 'entry')
      .where({ userId })
      .orderBy('entry.id', 'DESC')
      .limit(BATCH);
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const entries = await rows.clone().andWhere('entry.id < :before', { before }).getMany();
      const last = entries.at(-1);
      if (!last) return;
      yield entries.map((entry) => this.line(entry));
      before = last.id;
    }
  }

  private line(entry: AuditEntry) {
    const { id, action, target, detail, times, address, userAgent, createdAt, lastAt } =
      withoutAdministratorAddress(entry);
    return {
      ...{ id, action, target, times, by: whoActed(entry), address, user_agent: userAgent },
      created_at: this.calendar.formatWithOffset(createdAt),
      last_at: this.calendar.formatWithOffset(lastAt ?? createdAt),
      detail: detail && JSON.stringify(detail),
    };
  }
}
