import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import {
  type DataSource,
  type EntityManager,
  type EntityTarget,
  type FindOptionsWhere,
  In,
  type Logger,
  type ObjectLiteral,
  type QueryRunner,
  type SelectQueryBuilder,
} from 'typeorm';
import { failpoint } from '../process/failpoint.js';
import { type BatchTx, commit, MysqlBatchTx, type Rows, sendTogether, SqliteBatchTx } from './batch-tx.js';
import { requireChecks } from './check-probe.js';
import { connect } from './connect.js';
import { requireSpace } from './disk-space.js';
import { readTraits } from './engine-traits.js';
import { migrate, requireMigrated } from './migrate.js';
import { serverTime } from './moments.js';
import { requireNoMove } from './move-marker.js';
import { type ConnectionOptions, type Engine, engineOf, type Schema, sqliteFile } from './options.js';
import { rewriteSqlite } from './rewrite-sqlite.js';
import { ServerState } from './server-state.js';
import type { SqliteLock } from './sqlite-lock.js';
import type { Statement } from './statement.js';
import { isUnavailable } from './unavailable.js';
import { withRetries } from './with-retries.js';
import { WorkQueue } from './work-queue.js';
import { writeProbe, WriteProof } from './write-proof.js';

const QUEUE_CAPACITY = 5_000;
/** Connections that may send several statements in one packet: one for each frequent use, and one for retries. */
const BATCH_CONNECTIONS = 5;

export interface DatabaseOptions extends ConnectionOptions {
  /** Throws if a transaction waits for another of the same caller: on MySQL, they could wait forever. */
  watchesNesting?: boolean;
  /** For a short program that may run while the service runs: takes no lock on the file and applies no migrations. */
  isGuest?: boolean;
}

/**
 * The only access to the database. Writes go through {@link tx}; `read` only reads. On SQLite, transactions run one by
 * one, since TypeORM shares one connection among them; reads have their own connection.
 */
export class Database {
  private readonly queue = new WorkQueue(QUEUE_CAPACITY);
  /** Only with `watchesNesting`: following every promise makes a send a third slower. */
  private readonly insideTx: AsyncLocalStorage<true> | undefined;
  private readonly proof: WriteProof;
  private readonly url: string;

  private constructor(
    readonly engine: Engine,
    private readonly writer: DataSource,
    private readonly reader: DataSource,
    private readonly batches: DataSource,
    private readonly fileLock: SqliteLock | undefined,
    private readonly isGalera: boolean,
    { url, watchesNesting = false }: DatabaseOptions,
    private readonly state: ServerState,
  ) {
    this.url = url;
    if (watchesNesting) this.insideTx = new AsyncLocalStorage();
    this.proof = new WriteProof(async () => {
      await requireSpace(url);
      await this.tx(writeProbe);
      this.state.requireSpace();
    });
  }

  /** Takes the file's lock on SQLite, applies pending migrations, and connects. */
  static async open(asked: DatabaseOptions, schema: Schema): Promise<Database> {
    const state = new ServerState();
    const options = { ...asked, state };
    const engine = engineOf(options.url);
    const { isGuest = false } = options;
    if (engine === 'sqlite' && isGuest) requireFile(sqliteFile(options.url));
    const lock = engine === 'sqlite' && !isGuest ? await lockFile(sqliteFile(options.url)) : undefined;
    try {
      if (engine === 'mysql' && !isGuest) await migrate(options, schema);
      const writer = await connect(options, schema);
      await requireNoMove(writer);
      if (isGuest) await requireMigrated(writer);
      // No other process migrates: this one has locked the file.
      else if (engine === 'sqlite') await writer.runMigrations({ transaction: 'each' });
      const reader = engine === 'sqlite' ? await connect({ ...options, readonly: true }, schema) : writer;
      const batches =
        engine === 'sqlite'
          ? writer
          : await connect({ ...options, poolSize: BATCH_CONNECTIONS, multipleStatements: true }, schema);
      if (!isGuest && schema.checkProbe) await requireChecks(writer, schema.checkProbe);
      const isGalera = engine === 'mysql' && (await readTraits(writer)).isGalera;
      return new Database(engine, writer, reader, batches, lock, isGalera, options, state);
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  /** Ends a SELECT that locks its rows. SQLite has no row locks and needs none: units of work run one by one. */
  get forUpdate(): string {
    return this.engine === 'mysql' ? ' FOR UPDATE' : '';
  }

  /** Names the index of a table in plain SQL: with stale statistics MySQL may read a whole ledger by another one. */
  useIndex(name: string): string {
    return this.engine === 'mysql' ? ` USE INDEX (${name})` : '';
  }

  /** Locks the rows of a query in a transaction, like {@link forUpdate}. */
  lock<E extends ObjectLiteral>(query: SelectQueryBuilder<E>): SelectQueryBuilder<E> {
    return this.engine === 'sqlite' ? query : query.setLock('pessimistic_write');
  }

  /**
   * Locks a row by its key and reads it; null if there is none. Decide by this row, then write by the key alone: with
   * another indexed column in the condition, two statements may lock a row through different indexes and deadlock.
   */
  lockRow<E extends ObjectLiteral>(
    tx: EntityManager,
    entity: EntityTarget<E>,
    key: FindOptionsWhere<E>,
  ): Promise<E | null> {
    return this.lock(tx.createQueryBuilder(entity, 'row').where(key)).getOne();
  }

  /** The same for several rows, ordered by a column unique among them. Check their state again: others may have held them. */
  async lockRows<E extends ObjectLiteral>(
    tx: EntityManager,
    entity: EntityTarget<E>,
    column: keyof E & string,
    values: readonly unknown[],
    where: FindOptionsWhere<E> = {},
  ): Promise<E[]> {
    if (values.length === 0) return [];
    const which = { ...where, [column]: In([...values]) } as FindOptionsWhere<E>;
    const query = tx.createQueryBuilder(entity, 'row').where(which).orderBy(`row.${column}`);
    return this.lock(query).getMany();
  }

  /**
   * Locks, by their ids, the rows that meet a condition on other columns. Check the condition again: others may have held
   * them. An UPDATE with that condition might lock another index before the row, and deadlock with writers by id.
   */
  async lockWhere<E extends { id: number }>(
    tx: EntityManager,
    entity: EntityTarget<E>,
    where: FindOptionsWhere<E>,
  ): Promise<E[]> {
    const query = tx.createQueryBuilder(entity, 'row').select('row.id', 'id').where(where);
    const found = await query.getRawMany<{ id: unknown }>();
    return this.lockRows(
      tx,
      entity,
      'id',
      found.map(({ id }) => Number(id)),
    );
  }

  /** For reads outside any transaction; on SQLite it sees what is committed and cannot write. */
  get read(): EntityManager {
    // On MySQL, a caller would hold one connection of the pool and wait for a second; many such callers block each other.
    if (this.insideTx?.getStore()) throw new Error('a read outside of the open transaction: use the tx');
    return this.reader.manager;
  }

  /**
   * Runs `work` in one transaction (READ COMMITTED on MySQL) and commits. If the database gives up before the commit,
   * `work` runs again from its start, a bounded number of times: so its only effect may be its writes.
   */
  tx<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.unit(() => this.transaction(work));
  }

  /** The same for `work` that sends several statements at once. */
  batch<T>(work: (tx: BatchTx) => Promise<T>): Promise<T> {
    return this.unit(() => this.batched(work));
  }

  /** Runs one statement that only reads, without TypeORM: for reads that every send needs. */
  async query(one: Statement): Promise<Rows> {
    if (this.engine === 'sqlite') return this.reader.query<Rows>(one.sql, one.values);
    return this.withRunner(this.batches, async (runner) => (await sendTogether(runner, [one]))[0] ?? []);
  }

  /**
   * Fails if a send could not be stored: writes a small row, and checks the free space of a SQLite file. Writes at most
   * once a second for all callers.
   */
  proveWritable(): Promise<void> {
    return this.proof.run();
  }

  /**
   * On SQLite, rewrites the file without what was deleted and empties the WAL; writes wait meanwhile, reads do not. False
   * for a guest, and while another connection still reads the WAL: call it again. Other databases purge deleted rows by themselves.
   */
  async forgetDeleted(): Promise<boolean> {
    if (this.engine !== 'sqlite') return true;
    // The service beside a guest could not hold back its writes.
    if (!this.fileLock) return false;
    return this.queue.run(() => rewriteSqlite(sqliteFile(this.url)));
  }

  /** The time of the database server, see {@link serverTime}. */
  now(): Promise<Date | undefined> {
    return serverTime(this.writer);
  }

  /** Passes every statement to `logger`, until the returned function is called. */
  listen(logger: Logger): () => void {
    const before = [...new Set([this.writer, this.reader, this.batches])].map((source) => ({
      source,
      logger: source.logger,
    }));
    for (const { source } of before) source.logger = logger;
    return () => before.forEach(({ source, logger }) => (source.logger = logger));
  }

  async close(): Promise<void> {
    await this.queue.idle();
    // The writer closes last: SQLite then moves the WAL into the main file.
    if (this.reader !== this.writer) await this.reader.destroy();
    if (this.batches !== this.writer) await this.batches.destroy();
    await this.writer.destroy();
    // Left enabled, it slows down every promise of the process.
    this.insideTx?.disable();
    this.fileLock?.release();
  }

  private async unit<T>(once: () => Promise<T>): Promise<T> {
    if (this.insideTx?.getStore())
      throw new Error('a transaction inside a transaction: pass the outer tx on');
    const run = () => this.insideTx?.run(true, () => withRetries(once)) ?? withRetries(once);
    try {
      return await (this.engine === 'sqlite' ? this.queue.run(run) : run());
    } catch (error) {
      if (isUnavailable(error)) this.proof.forget();
      throw error;
    }
  }

  private transaction<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.withRunner(this.writer, async (runner) => {
      try {
        failpoint('tx.begin');
        await runner.startTransaction();
        failpoint('tx.work');
        const result = await work(runner.manager);
        failpoint('tx.commit');
        await commit(runner);
        failpoint('tx.committed');
        return result;
      } catch (error) {
        if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
        throw error;
      }
    });
  }

  private batched<T>(work: (tx: BatchTx) => Promise<T>): Promise<T> {
    return this.withRunner(this.batches, async (runner) => {
      const tx =
        this.engine === 'mysql' ? new MysqlBatchTx(runner, this.isGalera) : new SqliteBatchTx(runner);
      try {
        return await work(tx);
      } finally {
        // A rollback fails only on a broken connection, which the pool drops.
        await tx.rollback().catch(() => undefined);
      }
    });
  }

  private async withRunner<T>(source: DataSource, work: (runner: QueryRunner) => Promise<T>): Promise<T> {
    const runner = source.createQueryRunner();
    try {
      return await work(runner);
    } finally {
      await runner.release().catch(() => undefined);
    }
  }
}

async function lockFile(file: string): Promise<SqliteLock> {
  // Imported here, since it loads SQLite: several megabytes.
  const { SqliteLock } = await import('./sqlite-lock.js');
  return SqliteLock.acquire(file);
}

function requireFile(file: string): void {
  if (!existsSync(file))
    throw new Error(
      `There is no ${file}: start the service to create it, or set DATABASE_URL to another file.`,
    );
}
