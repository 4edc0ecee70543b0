import { Get, Query } from '@nestjs/common';
import { AdminController } from '../../platform/access/principal.js';
import { matches } from '../../platform/http/index.js';
import { IdField, OptionalField, PageOf, PageQuery } from '../../platform/http/request-fields.js';
import { Answers } from '../../platform/openapi/index.js';
import { Field, OrNull } from '../../platform/openapi/response-fields.js';
import { AUDIT_ACTIONS, type AuditAction, isAuditAction } from './actions.js';
import { ACTOR_KINDS, type ActorKind, NO_USER } from './audit-entry.entity.js';
import { AuditEntryFields, AuditEntryReader } from './audit-entry.reader.js';

const TARGET = /^[A-Za-z0-9_.:-]{1,60}$/;

export class AuditQuery extends PageQuery {
  @IdField('The id of the user who did it') actor_id?: number;
  @IdField('The id of the user whose security log has the entry') user_id?: number;

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

class AuditItem extends AuditEntryFields {
  @Field('What was done', { enum: AUDIT_ACTIONS, example: 'credit.adjust' }) action!: AuditAction;
  @Field('user: a user; shell: the operator on the server; nobody: a refused login', { enum: ACTOR_KINDS })
  actor_kind!: ActorKind;
  @OrNull('integer', 'The id of the user who did it') actor_id!: number | null;
  @OrNull('string', 'The username of that user') actor!: string | null;
  @OrNull('string', 'Name of the user or device; null for other targets, and if it was deleted', {
    example: 'tokobudi',
  })
  target_name!: string | null;
  @OrNull('integer', 'The user whose security log contains it') user_id!: number | null;
  @Field('Id of the request, as in `X-Request-Id`', { format: 'uuid' }) request_id!: string;
}

export class AuditPage extends PageOf(AuditItem) {}

@AdminController('api/admin/audit')
export class AuditAdminController {
  constructor(private readonly entries: AuditEntryReader) {}

  @Get()
  @Answers(AuditPage, {
    summary: { id: 'Log audit', en: 'List the audit log' },
    about: 'Logins, actions of administrators, and actions of users on their own accounts; newest first.',
  })
  listAuditEntries(@Query() query: AuditQuery): Promise<AuditPage> {
    const { actor_id: actorId, user_id: userId, action, target } = query;
    const asked = Object.entries({ actorId, userId, action, target });
    const where = Object.fromEntries(asked.filter(([, value]) => value !== undefined));
    return this.entries.page(query, { where, order: { id: 'DESC' } }, (entry, names) => ({
      ...this.entries.fieldsOf(entry),
      action: entry.action,
      actor_kind: entry.actorKind,
      actor_id: entry.actorId === NO_USER ? null : entry.actorId,
      actor: names.user(entry.actorId),
      target_name: names.target(entry.target),
      user_id: entry.userId,
      request_id: entry.requestId,
    }));
  }
}
