import { Entity } from 'typeorm';
import { Count, Id, Moment, Ref, Text } from '../../platform/database/index.js';

/** An open login. Its token names the row and is valid while the row exists. */
@Entity('sessions')
export class LoginSession {
  @Id() id!: number;
  @Ref() userId!: number;
  /** The account's when it began: raising that ends it. */
  @Count() tokenVersion!: number;
  /** Where it was used from lately. */
  @Text(45) address!: string;
  @Text(200, { nullable: true }) userAgent!: string | null;
  @Moment() createdAt!: Date;
  /** To some minutes. */
  @Moment() lastUsedAt!: Date;
  @Moment() expiresAt!: Date;
}
