import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { OwnProcess } from '../support/services/own-process.js';

const CONNECT_TIMEOUT_MS = 2_000;

/** A database server of a cluster: one process with its own folder, on loopback. */
export abstract class ClusterNode {
  /** With a user that may do everything. */
  abstract readonly url: string;
  isPaused = false;
  private process: OwnProcess | undefined;

  constructor(
    readonly name: string,
    protected readonly folder: string,
  ) {
    mkdirSync(join(folder, 'tmp'), { recursive: true });
    mkdirSync(this.data, { recursive: true });
  }

  get isRunning(): boolean {
    return this.process?.running ?? false;
  }

  /** SIGKILL. */
  kill(): void {
    if (this.process) process.kill(this.process.pid, 'SIGKILL');
  }

  /** SIGSTOP: connections stay open and nothing responds, as if the machine were gone. */
  pause(): void {
    this.isPaused = true;
    this.process?.pause();
  }

  resume(): void {
    this.isPaused = false;
    this.process?.resume();
  }

  async stop(): Promise<void> {
    await this.process?.stop();
  }

  /** The rows of a query over a new connection. */
  async query(sql: string, values: unknown[] = []): Promise<RowDataPacket[]> {
    const connection = await createConnection({ uri: this.url, connectTimeout: CONNECT_TIMEOUT_MS });
    try {
      return (await connection.query<RowDataPacket[]>(sql, values))[0];
    } finally {
      connection.destroy();
    }
  }

  protected run(program: string, args: readonly string[]): void {
    this.process = new OwnProcess(program, args, this.log);
  }

  protected logTail(): string {
    return this.process?.logTail() ?? '';
  }

  protected get data(): string {
    return join(this.folder, 'data');
  }

  protected get log(): string {
    return join(this.folder, 'server.log');
  }
}
