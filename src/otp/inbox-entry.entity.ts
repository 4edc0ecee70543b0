import { Entity } from 'typeorm';
import { REPORTED_COST_LENGTH_MAX } from '../gateway/index.js';
import { Id, Moment, Ref, Text } from '../platform/database/index.js';
import type { FailureReason } from '../platform/text/failure-reason.js';

/** A callback that waits for its message: it may arrive before the response to the send. */
@Entity('gateway_inbox')
export class InboxEntry {
  @Id() id!: number;
  /** Null: it came to the common address. */
  @Ref({ nullable: true }) deviceId!: number | null;
  @Text(255) gatewayMessageId!: string;
  /** Our own reference, where the gateway echoes it. */
  @Text(40, { nullable: true }) reference!: string | null;
  @Text(10) status!: 'sent' | 'delivered' | 'failed';
  /** The gateway's words, scrubbed. */
  @Text(300, { nullable: true }) error!: string | null;
  @Text(30, { nullable: true }) failureReason!: FailureReason | null;
  @Text(REPORTED_COST_LENGTH_MAX, { nullable: true }) reportedCost!: string | null;
  @Moment() receivedAt!: Date;
}
