import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock } from '../common/clock.js';
import { Config } from '../common/config/index.js';
import { LOGGER } from '../common/logger-token.js';
import { Metrics } from '../common/observability/index.js';
import { projectPath } from '../common/project.js';
import { Sweeper } from '../common/sweeper.js';
import type { Breach } from './check-books.js';

const run = promisify(execFile);
const PROGRAM = projectPath('dist/src/books/main.js');
const LIMITS = { timeout: 600_000, maxBuffer: 4_000_000 };

export interface LastCheck {
  /** When it began: what was mended or broken since, it may not have seen. */
  at: Date;
  /** Names of the invariants that were broken. */
  broken: string[];
}

/**
 * Checks the books every BOOKS_SECONDS and says so in a metric. In a process of its own: on SQLite the queries would
 * hold up every request.
 */
@Injectable()
export class BooksKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeper: Sweeper;
  private readonly stopping = new AbortController();
  private last: LastCheck | null = null;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.sweeper = new Sweeper('the check of the books', config.BOOKS_SECONDS, () => this.check(), logger);
  }

  /** What this instance found last; null before its first check. */
  get lastCheck(): LastCheck | null {
    return this.last;
  }

  onApplicationBootstrap(): void {
    if (this.config.BOOKS_SECONDS > 0) this.sweeper.start();
  }

  onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    return this.sweeper.stop();
  }

  private async check(): Promise<void> {
    const at = this.clock.now();
    const breaches = await this.read();
    if (!breaches) return;
    this.last = { at, broken: breaches.map(({ invariant }) => invariant) };
    this.metrics.booksBreaches.set(breaches.length);
    this.metrics.booksChecked.set(this.last.at.getTime() / 1000);
    for (const breach of breaches) this.logger.error(breach, 'the books do not balance');
  }

  /** `undefined` when the service is stopping. */
  private async read(): Promise<Breach[] | undefined> {
    const env = { ...process.env, DATABASE_URL: this.config.DATABASE_URL, DATABASE_URL_FILE: '' };
    const options = { ...LIMITS, env, signal: this.stopping.signal };
    try {
      const { stdout } = await run(process.execPath, [PROGRAM, '--json'], options);
      return JSON.parse(stdout) as Breach[];
    } catch (error) {
      if (this.stopping.signal.aborted) return undefined;
      // Broken books are an exit code of 1 with their JSON; anything else could not be read.
      const { code, stdout } = error as { code?: unknown; stdout?: string };
      if (code === 1 && stdout?.startsWith('[')) return JSON.parse(stdout) as Breach[];
      throw error;
    }
  }
}
