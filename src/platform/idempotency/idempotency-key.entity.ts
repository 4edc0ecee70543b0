import { Entity } from 'typeorm';
import { Count, Id, LongText, Moment, Ref, Text } from '../database/index.js';

/** An Idempotency-Key that a request has taken, with the stored response. Without one, the request is in progress. */
@Entity('idempotency_keys')
export class IdempotencyKey {
  @Id() id!: number;
  @Ref() userId!: number;
  @Text(30) route!: string;
  /** Blind index: callers may put anything into a key. Unique with account and route. */
  @Text(64) keyIndex!: string;
  /** Blind index of the body: the same key with another body is rejected. */
  @Text(64) bodyIndex!: string;
  /** The message that the request created. */
  @Ref({ nullable: true }) messageId!: number | null;
  @Count({ nullable: true }) status!: number | null;
  /** The JSON of the response, byte for byte. */
  @LongText({ nullable: true }) answer!: string | null;
  @Moment() expiresAt!: Date;
}
