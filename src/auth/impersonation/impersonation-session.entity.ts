import { Entity } from 'typeorm';
import { KeyRef, Moment, Ref } from '../../platform/database/index.js';

/** An administrator's session that sees an account, for a while; one account at a time. */
@Entity('account_views')
export class ImpersonationSession {
  @KeyRef() sessionId!: number;
  @Ref() adminId!: number;
  /** The account. */
  @Ref() userId!: number;
  @Moment() expiresAt!: Date;
}
