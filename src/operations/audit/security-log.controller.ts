import { Get, Query } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  type Principal,
  UserController,
  userOf,
} from '../../platform/access/principal.js';
import { Database } from '../../platform/database/index.js';
import { PageOf, PageQuery } from '../../platform/http/request-fields.js';
import { Answers } from '../../platform/openapi/index.js';
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';
import { Calendar } from '../../platform/time/calendar.js';
import { AUDIT_ACTIONS, type AuditAction, isOwnAction } from './actions.js';
import { AuditEntry } from './audit-entry.entity.js';
import { type AuditNames, AuditNamesReader } from './audit-names.js';

const ACTED = ['owner', 'administrator', 'operator', 'unknown'] as const;

export class SecurityLogItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @Field('What was done', { enum: AUDIT_ACTIONS, example: 'signin.ok' }) action!: AuditAction;
  @Field('The target, such as api_key:3', { example: 'user:7' }) target!: string;
  @Field('The change; its members depend on the action. Null: none', {
    type: 'object',
    additionalProperties: true,
    nullable: true,
  })
  detail!: object | null;
  @Field(
    'owner: a session or credential of this account; operator: at the shell of the server; unknown: a refused login',
    { enum: ACTED },
  )
  by!: (typeof ACTED)[number];
  @OrNull('string', 'Username of the member who did it, or whose login was refused; null: somebody else', {
    example: 'tokobudi',
  })
  member!: string | null;
  @OrNull('string', 'Also null for logins from too many addresses within an hour', { example: '203.0.113.7' })
  address!: string | null;
  @OrNull('string', 'User agent of the caller; null: not sent', {
    example: 'Mozilla/5.0 (X11; Linux x86_64)',
  })
  user_agent!: string | null;
  @Field('Equal logins within an hour are one entry') times!: number;
  @LocalTime() created_at!: string;
  @LocalTime('The last time') last_at!: string;
}

export class SecurityLogPage extends PageOf(SecurityLogItem) {}

@UserController('Account', 'api/account/security-log')
export class SecurityLogController {
  constructor(
    private readonly database: Database,
    private readonly names: AuditNamesReader,
    private readonly calendar: Calendar,
  ) {}

  /** Newest first. Addresses of administrators are hidden. */
  @Get()
  @AllowsImpersonation()
  @Answers(SecurityLogPage, {
    summary: { id: 'Log keamanan akun sendiri', en: 'List the security log of your account' },
    about:
      'Logins to the account and changes of its credentials, newest first. Members who are not owners see what concerns their own login.',
  })
  async listSecurityLog(
    @CurrentPrincipal() who: Principal,
    @Query() { page, limit, offset }: PageQuery,
  ): Promise<SecurityLogPage> {
    const { userId, memberId, role } = userOf(who);
    const [rows, total] = await this.database.read.findAndCount(AuditEntry, {
      where:
        role === 'owner'
          ? { userId }
          : [
              { userId, actorId: memberId },
              { userId, target: `user:${memberId}` },
            ],
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: offset,
      take: limit,
    });
    const names = await this.names.of(rows);
    return { total, page, limit, items: rows.map((row) => this.view(row, names)) };
  }

  private view(entry: AuditEntry, names: AuditNames): SecurityLogItem {
    const { id, action, target, detail, actorId, address, userAgent, times, createdAt, lastAt } = entry;
    const by = whoActed(entry);
    const isStaff = by === 'administrator';
    return {
      id,
      action,
      target,
      detail,
      by,
      member: by === 'owner' ? names.user(actorId) : by === 'unknown' ? names.target(target) : null,
      address: isStaff ? null : address,
      user_agent: isStaff ? null : userAgent,
      times,
      ...this.calendar.fields('created_at', createdAt),
      ...this.calendar.fields('last_at', lastAt ?? createdAt),
    };
  }
}

export function whoActed({ actorKind, action }: AuditEntry): SecurityLogItem['by'] {
  if (actorKind === 'shell') return 'operator';
  if (actorKind === 'nobody') return 'unknown';
  return isOwnAction(action) ? 'owner' : 'administrator';
}
