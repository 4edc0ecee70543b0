import { Entity } from 'typeorm';
import { Id, Moment, Ref, Text } from '../../platform/database/index.js';
import type { FailureReason } from '../../platform/text/failure-reason.js';
import type { SettledStatus } from '../status.rules.js';

/** A status that a test key's message has yet to take on; the row goes when it has. */
@Entity('test_steps')
export class SandboxStep {
  @Id() id!: number;
  @Ref() messageId!: number;
  /** What the report names the message by, as a gateway's would. */
  @Text(60) gatewayMessageId!: string;
  @Text(10) status!: SettledStatus;
  @Text(300, { nullable: true }) error!: string | null;
  @Text(30, { nullable: true }) failureReason!: FailureReason | null;
  @Moment() dueAt!: Date;
}
