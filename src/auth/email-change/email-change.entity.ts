import { Entity } from 'typeorm';
import { KeyRef, Moment, Text } from '../../platform/database/index.js';

/** An address that an owner wants, until its link is opened: the newest one of the account. */
@Entity('email_changes')
export class EmailChange {
  @KeyRef() userId!: number;
  @Text(254) email!: string;
  @Text(64) tokenHash!: string;
  @Moment() expiresAt!: Date;
}
