import type { BetterSqlite3Driver } from 'typeorm/driver/better-sqlite3/BetterSqlite3Driver.js';
import { BetterSqlite3QueryRunner } from 'typeorm/driver/better-sqlite3/BetterSqlite3QueryRunner.js';

type Query = BetterSqlite3QueryRunner['query'];

/** better-sqlite3's connection, as far as transactions need it. */
interface Connection {
  inTransaction: boolean;
  exec(sql: string): unknown;
}

/**
 * TypeORM's query runner, whose transactions follow SQLite. After SQLITE_FULL, SQLITE_IOERR and a few others SQLite has
 * rolled back by itself. TypeORM's own flag stays set then: it would skip the next BEGIN, and statements would commit
 * one by one.
 */
class SqliteRunner extends BetterSqlite3QueryRunner {
  /** SQLite ended the transaction with this error: no further statement may run as a part of it. */
  private endedBy: unknown;

  private get sqlite(): Connection {
    return this.driver.databaseConnection as Connection;
  }

  override async query(...asked: Parameters<Query>): ReturnType<Query> {
    if (this.endedBy) throw this.endedBy as Error;
    try {
      return await super.query(...asked);
    } catch (error) {
      if (this.isTransactionActive && !this.sqlite.inTransaction) this.endedBy = error;
      throw error;
    }
  }

  override async startTransaction(): Promise<void> {
    this.end();
    try {
      await super.startTransaction();
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** When it fails, nothing of the transaction is stored. */
  override async commitTransaction(): Promise<void> {
    try {
      await super.commitTransaction();
    } catch (error) {
      this.end();
      throw error;
    }
  }

  override async rollbackTransaction(): Promise<void> {
    if (!this.endedBy) await super.rollbackTransaction().catch(() => undefined);
    this.end();
  }

  /** Leaves no transaction, here and in SQLite; throws where SQLite cannot roll back. */
  private end(): void {
    if (this.sqlite.inTransaction) this.sqlite.exec('ROLLBACK');
    this.endedBy = undefined;
    this.isTransactionActive = false;
    this.transactionDepth = 0;
  }
}

/** Replaces the one runner that TypeORM shares among all users of a SQLite connection. */
export function followSqlite(driver: BetterSqlite3Driver): void {
  driver.queryRunner = new SqliteRunner(driver);
}
