import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Config } from '../../config/index.js';
import type { Sweeper } from '../../platform/background/sweeper.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { randomInt } from '../../platform/ids/random.js';
import { LOGGER } from '../../platform/observability/logger-token.js';
import { projectPath } from '../../platform/process/project.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { BooksMetrics } from './books-metrics.js';
import type { Breach } from './check-books.js';

const run = promisify(execFile);
const PROGRAM = projectPath('dist/src/operations/books/main.js');
const LIMITS = { timeout: 600_000, maxBuffer: 4_000_000 };

export interface LastCheck {
  /** When it began: what was mended or broken since, it may not have seen. */
  at: Date;
  /** Names of the invariants that were broken. */
  broken: string[];
}

/**
 * Checks the books soon after the boot, then every BOOKS_SECONDS, and says so in a metric. In a process of its own: on
 * SQLite the queries would hold up every request.
 */
@Injectable()
export class BooksKeeper {
  private last: LastCheck | null = null;
  private readonly sweeper: Sweeper | undefined;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: BooksMetrics,
    sweepers: Sweepers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { BOOKS_SECONDS, BOOKS_FIRST_SECONDS } = config;
    if (BOOKS_SECONDS === 0) return;
    this.sweeper = sweepers.every(
      'the check of the books',
      BOOKS_SECONDS,
      (stopping) => this.check(stopping),
      // Instances that start together do not all read the database at once.
      { firstSeconds: Math.min(BOOKS_SECONDS, BOOKS_FIRST_SECONDS + randomInt(BOOKS_FIRST_SECONDS)) },
    );
  }

  /** What this instance found last; null before its first check. */
  get lastCheck(): LastCheck | null {
    return this.last;
  }

  /** When the next one begins; null where none is to come, or one is under way. */
  get nextCheckAt(): Date | null {
    const ms = this.sweeper?.nextInMs;
    return ms === undefined ? null : addSeconds(this.clock.now(), ms / 1000);
  }

  private async check(stopping: AbortSignal): Promise<void> {
    const at = this.clock.now();
    const breaches = await this.read(stopping);
    if (!breaches) return;
    this.last = { at, broken: breaches.map(({ invariant }) => invariant) };
    this.metrics.breaches.set(breaches.length);
    this.metrics.checkedAt.set(this.last.at.getTime() / 1000);
    for (const breach of breaches) this.logger.error(breach, 'the books do not balance');
  }

  /** `undefined` when the service is stopping. */
  private async read(stopping: AbortSignal): Promise<Breach[] | undefined> {
    const { DATABASE_URL, DATABASE_CA_FILE = '' } = this.config;
    const env = { ...process.env, DATABASE_URL, DATABASE_URL_FILE: '', DATABASE_CA_FILE };
    const options = { ...LIMITS, env, signal: stopping };
    try {
      const { stdout } = await run(process.execPath, [PROGRAM, '--json'], options);
      return JSON.parse(stdout) as Breach[];
    } catch (error) {
      if (stopping.aborted) return undefined;
      // Broken books are an exit code of 1 with their JSON; anything else could not be read.
      const { code, stdout } = error as { code?: unknown; stdout?: string };
      if (code === 1 && stdout?.startsWith('[')) return JSON.parse(stdout) as Breach[];
      throw error;
    }
  }
}
