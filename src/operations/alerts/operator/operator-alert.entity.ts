import { Entity } from 'typeorm';
import { Id, Json, Moment, Ref, Text } from '../../../platform/database/index.js';
import type { AlertKind, Sighting } from './kinds.rules.js';

/** Something that wants the operator's attention, or did. */
@Entity('operator_alerts')
export class OperatorAlert {
  @Id() id!: number;
  @Text(40) kind!: AlertKind;
  /** Such as `device:7`, or `service`. */
  @Text(60) subject!: string;
  /** Kind and subject, unique, until it has ended. */
  @Text(110, { nullable: true }) openKey!: string | null;
  /** As it was when it began. */
  @Json() detail!: Sighting['detail'];
  @Moment() since!: Date;
  /** When an instance last saw it, give or take a quarter of ALERT_AFTER_SECONDS. */
  @Moment() seenAt!: Date;
  /** When it had held long enough; null: it is seen, and told to nobody yet. */
  @Moment({ nullable: true }) begunAt!: Date | null;
  @Moment({ nullable: true }) endedAt!: Date | null;
  /** When an administrator took notice of it: it is quiet from then on. */
  @Moment({ nullable: true }) acknowledgedAt!: Date | null;
  @Ref({ nullable: true }) acknowledgedBy!: number | null;
}
