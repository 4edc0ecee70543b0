import { Entity } from 'typeorm';
import { Id, Json, Moment, Ref, Text } from '../common/database/index.js';
import type { AuditAction } from './actions.js';

/** Who changed what and when; only ever added. */
@Entity('audit_entries')
export class AuditEntry {
  @Id() id!: number;
  @Ref() actorId!: number;
  @Text(60) action!: AuditAction;
  @Text(60) target!: string;
  @Json({ nullable: true }) detail!: object | null;
  @Text(36) requestId!: string;
  @Moment() createdAt!: Date;
}
