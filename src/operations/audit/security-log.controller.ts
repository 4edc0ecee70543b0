import { Get, Query } from '@nestjs/common';
import { UserController } from '../../platform/access/controllers.js';
import { CurrentPrincipal, type Principal, Viewable } from '../../platform/access/principal.js';
import { Database } from '../../platform/database/index.js';
import { PageQuery } from '../../platform/http/page.js';
import { Answers } from '../../platform/openapi/index.js';
import { Calendar } from '../../platform/time/calendar.js';
import { AuditEntry } from './audit-entry.entity.js';
import { type SecurityLogItem, SecurityLogPage } from './security-log.dto.js';

@UserController('Account', 'api/account/security-log')
export class SecurityLogController {
  constructor(
    private readonly database: Database,
    private readonly calendar: Calendar,
  ) {}

  /** Newest first: sign-ins, refused ones too, and what was done to the account. Where an administrator was is not told. */
  @Get()
  @Viewable()
  @Answers(SecurityLogPage, {
    id: 'listSecurityLog',
    summary: 'List the security log of the own account',
    summaryId: 'Log keamanan akun sendiri',
    about: 'Sign-ins to the account and changes of its credentials, newest first.',
  })
  async list(
    @CurrentPrincipal() { userId }: Principal,
    @Query() { page, limit, offset }: PageQuery,
  ): Promise<SecurityLogPage> {
    const [rows, total] = await this.database.read.findAndCount(AuditEntry, {
      where: { userId },
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: offset,
      take: limit,
    });
    return { total, page, limit, items: rows.map((row) => this.view(row, userId)) };
  }

  private view(entry: AuditEntry, userId: number): SecurityLogItem {
    const { id, action, target, detail, address, userAgent, times, createdAt, lastAt } = entry;
    const by = whoActed(entry, userId);
    const isStaff = by === 'administrator';
    return {
      id,
      action,
      target,
      detail,
      by,
      address: isStaff ? null : address,
      user_agent: isStaff ? null : userAgent,
      times,
      ...this.calendar.fields('created_at', createdAt),
      ...this.calendar.fields('last_at', lastAt ?? createdAt),
    };
  }
}

function whoActed({ actorKind, actorId }: AuditEntry, userId: number): SecurityLogItem['by'] {
  if (actorKind === 'shell') return 'operator';
  if (actorKind === 'nobody') return 'unknown';
  return actorId === userId ? 'owner' : 'administrator';
}
