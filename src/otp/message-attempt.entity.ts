import { Entity } from 'typeorm';
import { Count, Id, Moment, Ref, Text } from '../platform/database/index.js';
import type { Channel } from '../platform/text/channel.js';
import type { FailureReason } from '../platform/text/failure-reason.js';

/** One try of a message at one device, with its outcome. */
@Entity('message_attempts')
export class MessageAttempt {
  @Id() id!: number;
  @Ref() messageId!: number;
  @Ref() deviceId!: number;
  @Text(10, { default: 'whatsapp' }) channel!: Channel;
  @Text(10) outcome!: 'accepted' | 'refused' | 'unknown';
  /** The gateway's words, scrubbed. */
  @Text(300, { nullable: true }) reason!: string | null;
  @Text(30, { nullable: true }) failureReason!: FailureReason | null;
  @Count() durationMs!: number;
  @Moment() createdAt!: Date;
}
