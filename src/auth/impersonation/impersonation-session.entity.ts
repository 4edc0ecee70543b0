import { Entity } from 'typeorm';
import { KeyRef, Moment, Ref } from '../../platform/database/index.js';

/** That a session of an administrator looks at an account for a while; one at a time. */
@Entity('account_views')
export class ImpersonationSession {
  @KeyRef() sessionId!: number;
  @Ref() adminId!: number;
  /** Whose account it is. */
  @Ref() userId!: number;
  @Moment() expiresAt!: Date;
}
