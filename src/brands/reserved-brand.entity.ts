import { Entity } from 'typeorm';
import { Id, Moment, Text } from '../platform/database/index.js';

/** A name that only accounts may send for that have it approved. */
@Entity('reserved_brands')
export class ReservedBrand {
  @Id() id!: number;
  @Text(80) brand!: string;
  @Moment() createdAt!: Date;
}
