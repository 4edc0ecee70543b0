import { Entity } from 'typeorm';
import { Id, Moment, Ref, Text } from '../platform/database/index.js';

/** A reset link that was mailed: the token's hash, valid once and until it expires; a newer one deletes it. */
@Entity('password_resets')
export class PasswordReset {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(64) tokenHash!: string;
  @Moment() expiresAt!: Date;
  @Moment() createdAt!: Date;
}
