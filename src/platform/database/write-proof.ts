import { Entity, type EntityManager } from 'typeorm';
import { Id, LongText } from './columns.js';

/** A row that proves that the database can be written to; the transaction that makes it deletes it. */
@Entity('write_probes')
export class WriteProbe {
  @Id() id!: number;
  /** Fills its own pages, so that the database needs new space, as for a send. */
  @LongText() filler!: string;
}

/** Takes a page of MySQL, and three of SQLite. */
const FILLER = 'x'.repeat(12_000);
/** Anyone may call the probe: it writes at most once a second. */
const PROVEN_MS = 1_000;

/** Writes a row that takes some pages, and deletes it. */
export async function writeProbe(tx: EntityManager): Promise<void> {
  const { identifiers } = await tx.insert(WriteProbe, { filler: FILLER });
  await tx.delete(WriteProbe, { id: Number(identifiers[0]?.['id']) });
}

/** Shares one proof among callers at the same time, and those who come soon after it. */
export class WriteProof {
  private provenUntilMs = -Infinity;
  private underWay: Promise<void> | undefined;

  constructor(private readonly prove: () => Promise<void>) {}

  /** Fails as the write fails. */
  run(): Promise<void> {
    if (performance.now() < this.provenUntilMs) return Promise.resolve();
    this.underWay ??= this.prove()
      .then(() => void (this.provenUntilMs = performance.now() + PROVEN_MS))
      .finally(() => (this.underWay = undefined));
    return this.underWay;
  }

  /** Another write has failed. */
  forget(): void {
    this.provenUntilMs = -Infinity;
  }
}
