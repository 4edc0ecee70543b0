import { Entity } from 'typeorm';
import type { KeyRefusal } from '../../platform/access/principal.js';
import { Count, Id, Json, Moment, Ref, Text } from '../../platform/database/index.js';

/** A request of an API key that was answered with a failure; nothing of its body or headers is in it. */
@Entity('refused_requests')
export class RefusedRequest {
  @Id() id!: number;
  @Ref() userId!: number;
  @Ref() apiKeyId!: number;
  /** Method and pattern. */
  @Text(120) route!: string;
  @Count() status!: number;
  @Text(50) code!: string;
  /** Names of the fields at fault, which are names of ours. */
  @Json({ nullable: true }) fields!: string[] | null;
  @Text(36) requestId!: string;
  /** Of the caller; null: written by an earlier release. */
  @Text(45, { nullable: true }) address!: string | null;
  /** Null: it was not its key that was refused. */
  @Text(30, { nullable: true }) keyRefusal!: KeyRefusal | null;
  @Moment() createdAt!: Date;
}
