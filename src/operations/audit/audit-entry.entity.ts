import { Entity } from 'typeorm';
import { Count, Id, Json, Moment, Ref, Text } from '../../platform/database/index.js';
import type { AuditAction } from './actions.js';

/** `shell`: the operator at the command line; `nobody`: a rejected login. */
export const ACTOR_KINDS = ['user', 'shell', 'nobody'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** The `actor_id` of an actor that is no user. */
export const NO_USER = 0;

/** Append-only, except that equal logins share a row. */
@Entity('audit_entries')
export class AuditEntry {
  @Id() id!: number;
  @Text(10, { default: 'user' }) actorKind!: ActorKind;
  @Ref() actorId!: number;
  @Text(60) action!: AuditAction;
  @Text(60) target!: string;
  /** The account whose security log shows it. */
  @Ref({ nullable: true }) userId!: number | null;
  @Json({ nullable: true }) detail!: object | null;
  @Text(45, { nullable: true }) address!: string | null;
  @Text(200, { nullable: true }) userAgent!: string | null;
  /** Hash that equal logins share; null for other actions. */
  @Text(64, { nullable: true }) fold!: string | null;
  @Count({ default: 1 }) times!: number;
  @Text(36) requestId!: string;
  @Moment() createdAt!: Date;
  /** When the last of the equal logins happened. */
  @Moment({ nullable: true }) lastAt!: Date | null;
}
