import { Entity } from 'typeorm';
import { Count, Flag, Id, LongText, Moment, Text } from '../database/index.js';
import type { MailFault } from './mail-failure.rules.js';

/** A mail to the owner of an account, until its server has it or it has expired. Nothing readable is stored. */
@Entity('outgoing_mails')
export class OutgoingMail {
  @Id() id!: number;
  /** The Message-ID of every attempt. */
  @Text(40) reference!: string;
  /** Whom or what it is about, such as `user:7`; never an address. */
  @Text(64) about!: string;
  /** Such as `password_reset`. */
  @Text(40) kind!: string;
  /** Recipient, subject and text, sealed by DATA_KEY. */
  @LongText() sealed!: string;
  /** The recipient has proved the address; else a stranger may have made it up. */
  @Flag() proven!: boolean;
  @Count() attempts!: number;
  /** Why the last attempt failed; null: there was none. */
  @Text(10, { nullable: true }) fault!: MailFault | null;
  /** When it is next tried: while an instance is at it, when the lease of that instance ends. */
  @Moment() dueAt!: Date;
  @Moment() expiresAt!: Date;
  @Moment() createdAt!: Date;
}
