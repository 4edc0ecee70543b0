import { Get, Query } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { AdminController } from '../../platform/access/principal.js';
import { Database } from '../../platform/database/index.js';
import { matches } from '../../platform/http/index.js';
import { IdField, OptionalField, PageOf, PageQuery } from '../../platform/http/request-fields.js';
import { Answers } from '../../platform/openapi/index.js';
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';
import { Calendar } from '../../platform/time/calendar.js';
import { AUDIT_ACTIONS, type AuditAction, isAuditAction } from './actions.js';
import { ACTOR_KINDS, type ActorKind, AuditEntry, NO_USER } from './audit-entry.entity.js';
import { type AuditNames, AuditNamesReader } from './audit-names.js';

const TARGET = /^[A-Za-z0-9_.:-]{1,60}$/;

export class AuditQuery extends PageQuery {
  @IdField('The id of the user who did it') actor_id?: number;
  @IdField('The id of the user whose security log it is') user_id?: number;

  @OptionalField(isAuditAction, {
    enum: AUDIT_ACTIONS,
    example: 'credit.adjust',
    description: 'Only entries of this action',
  })
  action?: AuditAction;

  @OptionalField(matches(TARGET), {
    pattern: TARGET.source,
    example: 'user:7',
    description: 'Only entries about this target',
  })
  target?: string;
}

export class AuditItem {
  @ApiProperty({ type: 'integer' }) id!: number;
  @Field('user: a user; shell: the operator on the server; nobody: a refused login', { enum: ACTOR_KINDS })
  actor_kind!: ActorKind;
  @OrNull('integer', 'The id of the user who did it') actor_id!: number | null;
  @OrNull('string', 'The username of that user') actor!: string | null;
  @Field('What was done', { enum: AUDIT_ACTIONS, example: 'credit.adjust' }) action!: AuditAction;
  @Field('Kind and number of the target', { example: 'user:7' }) target!: string;
  @OrNull('string', 'Name of the user or device; null for other targets, and if it was deleted', {
    example: 'tokobudi',
  })
  target_name!: string | null;
  @OrNull('integer', 'The user whose security log contains it') user_id!: number | null;
  @Field('The change; its members depend on the action. Null: none', {
    type: 'object',
    additionalProperties: true,
    nullable: true,
  })
  detail!: object | null;
  @OrNull('string', 'IP address of the caller; null: not a request', { example: '203.0.113.7' })
  address!: string | null;
  @OrNull('string', 'User agent of the caller; null: not sent', {
    example: 'Mozilla/5.0 (X11; Linux x86_64)',
  })
  user_agent!: string | null;
  @Field('Equal logins within an hour are one entry') times!: number;
  @Field('Id of the request, as in `X-Request-Id`', { format: 'uuid' }) request_id!: string;
  @LocalTime() created_at!: string;
  @LocalTime('The last time') last_at!: string;
}

export class AuditPage extends PageOf(AuditItem) {}

@AdminController('api/admin/audit')
export class AuditAdminController {
  constructor(
    private readonly database: Database,
    private readonly names: AuditNamesReader,
    private readonly calendar: Calendar,
  ) {}

  @Get()
  @Answers(AuditPage, {
    summary: { id: 'Log audit', en: 'List the audit log' },
    about: 'Logins, actions of administrators, and actions of users on their own accounts; newest first.',
  })
  async listAuditEntries(@Query() query: AuditQuery): Promise<AuditPage> {
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
