import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Calendar } from '../common/calendar.js';
import { Database } from '../common/database/index.js';
import { Answers } from '../common/openapi/index.js';
import { RequiresAdmin } from '../common/principal.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditPage, AuditQuery } from './audit.dto.js';

@ApiTags('Admin')
@Controller('api/admin/audit')
@RequiresAdmin()
export class AuditAdminController {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  /** Newest first. */
  @Get()
  @Answers(AuditPage, { summary: 'Log audit' })
  async list(@Query() { page, limit, offset, actor_id, action, target }: AuditQuery): Promise<AuditPage> {
    const [rows, total] = await this.database.read.findAndCount(AuditEntry, {
      where: {
        ...(actor_id === undefined ? {} : { actorId: actor_id }),
        ...(action === undefined ? {} : { action }),
        ...(target === undefined ? {} : { target }),
      },
      order: { id: 'DESC' },
      skip: offset,
      take: limit,
    });
    const items = rows.map(({ id, actorId, action, target, detail, requestId, createdAt }) => ({
      id,
      actor_id: actorId,
      action,
      target,
      detail,
      request_id: requestId,
      created_at: this.calendar.format(createdAt),
    }));
    return { total, page, limit, items };
  }
}
