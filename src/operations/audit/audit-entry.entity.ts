import { Entity } from 'typeorm';
import { Count, Id, Json, Moment, Ref, Text } from '../../platform/database/index.js';
import type { AuditAction } from './actions.js';

/** `user`: by a session, or whoever showed what opens one; `shell`: the operator; `nobody`: someone whom nobody knows. */
export const ACTOR_KINDS = ['user', 'shell', 'nobody'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** In `actor_id`, where it was no user. */
export const NO_USER = 0;

/** Who did what, when and from where; only ever added, but for sign-ins that are counted in a row that is there. */
@Entity('audit_entries')
export class AuditEntry {
  @Id() id!: number;
  @Text(10, { default: 'user' }) actorKind!: ActorKind;
  @Ref() actorId!: number;
  @Text(60) action!: AuditAction;
  @Text(60) target!: string;
  /** Whose security log it is in. */
  @Ref({ nullable: true }) userId!: number | null;
  @Json({ nullable: true }) detail!: object | null;
  @Text(45, { nullable: true }) address!: string | null;
  @Text(200, { nullable: true }) userAgent!: string | null;
  /** What equal sign-ins have in common; null for all else. */
  @Text(64, { nullable: true }) fold!: string | null;
  @Count({ default: 1 }) times!: number;
  @Text(36) requestId!: string;
  @Moment() createdAt!: Date;
  /** Of several times. */
  @Moment({ nullable: true }) lastAt!: Date | null;
}
