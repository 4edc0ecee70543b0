import { Entity } from 'typeorm';
import { KeyRef, Moment, Text } from '../database/index.js';

/** One row: the fingerprint of the DATA_KEY of this data. */
@Entity('data_key_checks')
export class DataKeyCheck {
  @KeyRef() id!: number;
  @Text(64) fingerprint!: string;
  @Moment() createdAt!: Date;
}
