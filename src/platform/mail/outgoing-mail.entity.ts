import { Entity } from 'typeorm';
import { Count, Flag, Id, LongText, Moment, Text } from '../database/index.js';
import type { MailFault } from './mail-failure.rules.js';

/** A mail to an account owner until it is sent or expired. The content is encrypted. */
@Entity('outgoing_mails')
export class OutgoingMail {
  @Id() id!: number;
  /** The Message-ID of every attempt. */
  @Text(40) reference!: string;
  /** The subject, such as `user:7`; never an address. */
  @Text(64) about!: string;
  /** Such as `password_reset`. */
  @Text(40) kind!: string;
  /** Recipient, subject and text, sealed with DATA_KEY. */
  @LongText() sealed!: string;
  /** The recipient's address is verified. */
  @Flag() proven!: boolean;
  @Count() attempts!: number;
  /** Why the last attempt failed; null: no attempt has failed yet. */
  @Text(10, { nullable: true }) fault!: MailFault | null;
  /** Next attempt; during an attempt: the end of its lease. */
  @Moment() dueAt!: Date;
  @Moment() expiresAt!: Date;
  @Moment() createdAt!: Date;
}
