import { Entity } from 'typeorm';
import { Count, Id, Moment, Ref, Text } from '../../platform/database/index.js';

/** A login. Its token contains the id of the row, and is valid while the row exists. */
@Entity('sessions')
export class LoginSession {
  @Id() id!: number;
  /** The login, a member of an account. */
  @Ref() userId!: number;
  /** The account's version at login. The session ends when the account's version rises. */
  @Count() tokenVersion!: number;
  /** The IP address that last used it. */
  @Text(45) address!: string;
  @Text(200, { nullable: true }) userAgent!: string | null;
  @Moment() createdAt!: Date;
  /** Exact to a few minutes. */
  @Moment() lastUsedAt!: Date;
  @Moment() expiresAt!: Date;
}
