import { Entity } from 'typeorm';
import { Id, LongText } from './columns.js';

/** A row that proves that the database can be written to; the transaction that makes it deletes it. */
@Entity('write_probes')
export class WriteProbe {
  @Id() id!: number;
  /** Fills its own pages, so that the database needs new space, as for a send. */
  @LongText() filler!: string;
}
