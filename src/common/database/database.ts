import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { AppError } from '../errors/index.js';
import { failpoint } from '../failpoint.js';
import { randomInt } from '../random.js';
import { connect } from './connect.js';
import { engineOf, sqliteFile, type ConnectionOptions, type Engine, type Schema } from './options.js';
import { migrate } from './migrate.js';
import { isRolledBack, isRetryable } from './retryable.js';
import { SqliteLock } from './sqlite-lock.js';
import { WorkQueue } from './work-queue.js';

/** An account that is charged on every node of a Galera cluster at once loses eight rounds now and then. */
const TX_ATTEMPTS_MAX = 12;
const TX_PAUSE_MAX_MS = 400;
const QUEUE_CAPACITY = 5_000;

/** The connection went while COMMIT was under way: the work may or may not be in the database. Never run it again blindly. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super('the outcome of a COMMIT is unknown', { cause });
    this.name = 'CommitUnknownError';
  }
}

/**
 * The one way to the database. Writes go through {@link tx}; `read` is for everything that only reads. On SQLite the
 * units of work queue, since TypeORM shares one connection among them, and reads have a connection of their own.
 */
export class Database {
  private readonly queue = new WorkQueue(QUEUE_CAPACITY);
  private readonly insideTx = new AsyncLocalStorage<true>();

  private constructor(
    readonly engine: Engine,
    private readonly writer: DataSource,
    private readonly reader: DataSource,
    private readonly lock: SqliteLock | undefined,
  ) {}

  /** Connects, takes the file's lock on SQLite, and applies pending migrations. */
  static async open(options: ConnectionOptions, schema: Schema): Promise<Database> {
    const engine = engineOf(options.url);
    const lock = engine === 'sqlite' ? SqliteLock.acquire(sqliteFile(options.url)) : undefined;
    try {
      const writer = await connect(options, schema);
      await migrate(writer, engine);
      const reader = engine === 'sqlite' ? await connect({ ...options, readonly: true }, schema) : writer;
      return new Database(engine, writer, reader, lock);
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  /** For reads outside any transaction; on SQLite it sees what is committed and cannot write. */
  get read(): EntityManager {
    // On MySQL it would take a second connection of the pool while holding one: enough of those wait for each other for ever.
    if (this.insideTx.getStore()) throw new Error('a read beside the transaction it is in: use the tx');
    return this.reader.manager;
  }

  /**
   * Runs `work` in one transaction (READ COMMITTED on MySQL) and commits. The whole of it runs again, a bounded
   * number of times, when the database gave up on it before the commit: so it must have no effect but its writes.
   */
  async tx<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    if (this.insideTx.getStore()) throw new Error('a transaction inside a transaction: pass the outer tx on');
    const run = () => this.insideTx.run(true, () => this.retry(work));
    return this.engine === 'sqlite' ? this.queue.run(run) : run();
  }

  async close(): Promise<void> {
    await this.queue.idle();
    // SQLite moves what is in its WAL to the main file when the last connection closes, if that one can write.
    if (this.reader !== this.writer) await this.reader.destroy();
    await this.writer.destroy();
    this.lock?.release();
  }

  private async retry<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(work);
      } catch (error) {
        if (!isRetryable(error)) throw error;
        if (attempt >= TX_ATTEMPTS_MAX) throw givenUp(error);
        await sleep(randomInt(Math.min(TX_PAUSE_MAX_MS, 2 ** attempt * 5)));
      }
    }
  }

  private async once<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.writer.createQueryRunner();
    try {
      failpoint('tx.begin');
      await runner.startTransaction(this.engine === 'mysql' ? 'READ COMMITTED' : undefined);
      failpoint('tx.work');
      const result = await work(runner.manager);
      failpoint('tx.commit');
      await commit(runner);
      failpoint('tx.committed');
      return result;
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release().catch(() => undefined);
    }
  }
}

/** Others were quicker each time: nothing was written, and whoever asked may ask again. */
function givenUp(error: unknown): unknown {
  return isRolledBack(error) ? new AppError('overloaded', { retryAfterSeconds: 1, cause: error }) : error;
}

async function commit(runner: QueryRunner): Promise<void> {
  try {
    await runner.commitTransaction();
  } catch (error) {
    // A deadlock or certification failure at COMMIT is an answer (rolled back); anything else is silence.
    throw isRolledBack(error) ? error : new CommitUnknownError(error);
  }
}
