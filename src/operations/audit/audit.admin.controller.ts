import { Get, Query } from '@nestjs/common';
import { AdminController } from '../../platform/access/controllers.js';
import { Database } from '../../platform/database/index.js';
import { Answers } from '../../platform/openapi/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { type AuditItem, AuditPage, AuditQuery } from './audit.dto.js';
import { AuditEntry, NO_USER } from './audit-entry.entity.js';
import { type AuditNames, AuditNamesReader } from './audit-names.js';

@AdminController('api/admin/audit')
export class AuditAdminController {
  constructor(
    private readonly database: Database,
    private readonly names: AuditNamesReader,
    private readonly calendar: Calendar,
  ) {}

  @Get()
  @Answers(AuditPage, {
    id: 'listAuditEntries',
    summary: 'List the audit log',
    summaryId: 'Log audit',
    about: 'Sign-ins, what administrators did, and what users did with their own accounts; newest first.',
  })
  async list(@Query() query: AuditQuery): Promise<AuditPage> {
    const { page, limit, offset, actor_id, user_id, action, target } = query;
    const [rows, total] = await this.database.read.findAndCount(AuditEntry, {
      where: {
        ...(actor_id === undefined ? {} : { actorId: actor_id }),
        ...(user_id === undefined ? {} : { userId: user_id }),
        ...(action === undefined ? {} : { action }),
        ...(target === undefined ? {} : { target }),
      },
      order: { id: 'DESC' },
      skip: offset,
      take: limit,
    });
    const names = await this.names.of(rows);
    return { total, page, limit, items: rows.map((row) => this.view(row, names)) };
  }

  private view(entry: AuditEntry, names: AuditNames): AuditItem {
    const { id, actorKind, actorId, action, target, userId, detail } = entry;
    const { address, userAgent, times, requestId, createdAt, lastAt } = entry;
    return {
      id,
      actor_kind: actorKind,
      actor_id: actorId === NO_USER ? null : actorId,
      actor: names.user(actorId),
      action,
      target,
      target_name: names.target(target),
      user_id: userId,
      detail,
      address,
      user_agent: userAgent,
      times,
      request_id: requestId,
      ...this.calendar.fields('created_at', createdAt),
      ...this.calendar.fields('last_at', lastAt ?? createdAt),
    };
  }
}
