import { Entity } from 'typeorm';
import type { KeyRefusal } from '../../platform/access/principal.js';
import { Count, Id, Json, Moment, Ref, Text } from '../../platform/database/index.js';

/** A failed request of an API key, without its body and headers. */
@Entity('refused_requests')
export class RefusedRequest {
  @Id() id!: number;
  @Ref() userId!: number;
  @Ref() apiKeyId!: number;
  /** Method and route pattern. */
  @Text(120) route!: string;
  @Count() status!: number;
  @Text(50) code!: string;
  /** Names of the rejected fields. */
  @Json({ nullable: true }) fields!: string[] | null;
  @Text(36) requestId!: string;
  /** Address of the caller; null: stored by an earlier release. */
  @Text(45, { nullable: true }) address!: string | null;
  /** Why the key was refused; null if it was accepted. */
  @Text(30, { nullable: true }) keyRefusal!: KeyRefusal | null;
  @Moment() createdAt!: Date;
}
