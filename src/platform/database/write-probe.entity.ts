import { Entity } from 'typeorm';
import { Id, LongText } from './columns.js';

/** A row that proves that the database can be written to; the transaction that makes it deletes it. */
@Entity('write_probes')
export class WriteProbe {
  @Id() id!: number;
  /** Takes pages of its own, so that the database has to find room as for a send. */
  @LongText() filler!: string;
}
