import { Entity } from 'typeorm';
import { Id, Moment, Ref, Text } from '../../platform/database/index.js';
import type { FailureReason } from '../../platform/text/failure-reason.js';
import type { OutcomeStatus } from '../status.rules.js';

/** A later status of a test message; deleted when it is applied. */
@Entity('test_steps')
export class ScheduledStatus {
  @Id() id!: number;
  @Ref() messageId!: number;
  /** The gateway's id in the report. */
  @Text(60) gatewayMessageId!: string;
  @Text(10) status!: OutcomeStatus;
  @Text(300, { nullable: true }) error!: string | null;
  @Text(30, { nullable: true }) failureReason!: FailureReason | null;
  @Moment() dueAt!: Date;
}
