import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Calendar } from '../common/calendar.js';
import { Database } from '../common/database/index.js';
import { Answers } from '../common/openapi/index.js';
import { PageQuery } from '../common/page.js';
import { RequiresAdmin } from '../common/principal.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditPage } from './audit.dto.js';

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
  async list(@Query() query: PageQuery): Promise<AuditPage> {
    const { page, limit, offset } = query;
    const [rows, total] = await this.database.read.findAndCount(AuditEntry, {
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
