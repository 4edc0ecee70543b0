import { Entity } from 'typeorm';
import { Id, Moment, Ref, Text } from '../../common/database/index.js';

/**
 * What the pool reads of messages, to judge devices and to know whom they wrote to. Never written here: messages are
 * the send's, which builds on the gateway and not the other way round.
 */
@Entity('messages')
export class SentMessageRow {
  @Id() id!: number;
  @Ref({ nullable: true }) deviceId!: number | null;
  @Text(64) recipientIndex!: string;
  @Moment() createdAt!: Date;
  @Moment({ nullable: true }) sentAt!: Date | null;
  @Moment({ nullable: true }) deliveredAt!: Date | null;
  @Moment({ nullable: true }) failedAt!: Date | null;
}
