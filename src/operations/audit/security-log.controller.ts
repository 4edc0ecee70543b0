import { Get, Query } from '@nestjs/common';
import {
  AllowsImpersonation,
  CurrentPrincipal,
  type Principal,
  UserController,
  userOf,
} from '../../platform/access/principal.js';
import { PageOf, PageQuery } from '../../platform/http/request-fields.js';
import { Answers } from '../../platform/openapi/index.js';
import { Field, OrNull } from '../../platform/openapi/response-fields.js';
import { AUDIT_ACTIONS, type AuditAction, isOwnAction } from './actions.js';
import type { AuditEntry } from './audit-entry.entity.js';
import { AuditEntryFields, AuditEntryReader } from './audit-entry.reader.js';

const ACTED = ['owner', 'administrator', 'operator', 'unknown'] as const;

export class SecurityLogItem extends AuditEntryFields {
  @Field('What was done', { enum: AUDIT_ACTIONS, example: 'signin.ok' }) action!: AuditAction;
  @Field(
    'owner: a session or credential of this account; operator: at the shell of the server; unknown: a refused login',
    { enum: ACTED },
  )
  by!: (typeof ACTED)[number];
  @OrNull('string', 'Username of the member who did it, or whose login was refused; null: somebody else', {
    example: 'tokobudi',
  })
  member!: string | null;
}

export class SecurityLogPage extends PageOf(SecurityLogItem) {}

@UserController('Account', 'api/account/security-log')
export class SecurityLogController {
  constructor(private readonly entries: AuditEntryReader) {}

  /** Newest first. Addresses of administrators are hidden. */
  @Get()
  @AllowsImpersonation()
  @Answers(SecurityLogPage, {
    summary: { id: 'Log keamanan akun sendiri', en: 'List the security log of your account' },
    about:
      'Logins to the account and changes of its credentials, newest first. Members who are not owners see what concerns their own login.',
  })
  listSecurityLog(@CurrentPrincipal() who: Principal, @Query() query: PageQuery): Promise<SecurityLogPage> {
    const { userId, memberId, role } = userOf(who);
    const ofMember = [
      { userId, actorId: memberId },
      { userId, target: `user:${memberId}` },
    ];
    const where = role === 'owner' ? { userId } : ofMember;
    return this.entries.page(query, { where, order: { createdAt: 'DESC', id: 'DESC' } }, (entry, names) => {
      const { action, target, actorId } = entry;
      const by = whoActed(entry);
      const member = by === 'owner' ? names.user(actorId) : by === 'unknown' ? names.target(target) : null;
      return { ...this.entries.fieldsOf(withoutAdministratorAddress(entry)), action, by, member };
    });
  }
}

/** Without the address and browser of an administrator. */
export const withoutAdministratorAddress = (entry: AuditEntry): AuditEntry =>
  whoActed(entry) === 'administrator' ? { ...entry, address: null, userAgent: null } : entry;

export function whoActed({ actorKind, action }: AuditEntry): SecurityLogItem['by'] {
  if (actorKind === 'shell') return 'operator';
  if (actorKind === 'nobody') return 'unknown';
  return isOwnAction(action) ? 'owner' : 'administrator';
}
