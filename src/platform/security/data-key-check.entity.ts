import { Entity } from 'typeorm';
import { KeyRef, Moment, Text } from '../database/index.js';

/** A DATA_KEY of this data, by its fingerprint. Two are in force only while it changes. */
@Entity('data_key_checks')
export class DataKeyCheck {
  /** 1 for the first key, the only one that earlier releases know. */
  @KeyRef() id!: number;
  @Text(64) fingerprint!: string;
  @Moment() createdAt!: Date;
  /** Since when secrets may be sealed with it; null: it only opens them so far, or an earlier release stored it. */
  @Moment({ nullable: true }) usedAt!: Date | null;
  /** When a later key replaced it. */
  @Moment({ nullable: true }) droppedAt!: Date | null;
}
