import { Entity } from 'typeorm';
import type { AccountRole } from '../platform/access/roles.rules.js';
import { Id, Moment, Ref, Text } from '../platform/database/index.js';

/** An invitation to join an account. Its row stays for 90 days after it has expired. */
@Entity('member_invitations')
export class MemberInvitation {
  @Id() id!: number;
  /** The account. */
  @Ref() userId!: number;
  @Text(254) email!: string;
  /** Lower case, as logins are compared. */
  @Text(254) emailKey!: string;
  @Text(20) role!: AccountRole;
  @Text(64) tokenHash!: string;
  /** The member who invited. */
  @Ref() invitedBy!: number;
  /** The login that was created with it. */
  @Ref({ nullable: true }) memberId!: number | null;
  @Moment({ nullable: true }) acceptedAt!: Date | null;
  @Moment({ nullable: true }) revokedAt!: Date | null;
  @Moment() expiresAt!: Date;
  @Moment() createdAt!: Date;
}
