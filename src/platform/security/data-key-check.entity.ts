import { Entity } from 'typeorm';
import { KeyRef, Moment, Text } from '../database/index.js';

/** A DATA_KEY of this data, by its fingerprint. Two are in force only while it changes. */
@Entity('data_key_checks')
export class DataKeyCheck {
  /** 1 for the first key; earlier releases know no other. */
  @KeyRef() id!: number;
  @Text(64) fingerprint!: string;
  @Moment() createdAt!: Date;
  /** When it first could seal; null: it only opens yet, or an earlier release stored it. */
  @Moment({ nullable: true }) usedAt!: Date | null;
  /** When it was given up, for a later key. */
  @Moment({ nullable: true }) droppedAt!: Date | null;
}
