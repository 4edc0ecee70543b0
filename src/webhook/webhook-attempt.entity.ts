import { Entity } from 'typeorm';
import { Count, Id, LongText, Moment, Ref, Text } from '../platform/database/index.js';

/** One call of an endpoint, and what came of it. */
@Entity('webhook_attempts')
export class WebhookAttempt {
  @Id() id!: number;
  @Ref() deliveryId!: number;
  /** Of the answer; null when there was none. */
  @Count({ nullable: true }) status!: number | null;
  /** Why there was no answer. */
  @Text(300, { nullable: true }) error!: string | null;
  /** The first KiB of the answer, scrubbed. */
  @LongText({ nullable: true }) answer!: string | null;
  @Count() latencyMs!: number;
  @Moment() createdAt!: Date;
}
