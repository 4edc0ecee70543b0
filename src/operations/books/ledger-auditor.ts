import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Inject, Injectable, Module } from '@nestjs/common';
import { Config } from '../../config/index.js';
import type { Sweeper } from '../../platform/background/sweeper.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { randomInt } from '../../platform/ids/random.js';
import { Metrics } from '../../platform/observability/index.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { projectPath } from '../../platform/process/project.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import type { LedgerViolation } from './audit-ledger.js';

@Injectable()
export class LedgerAuditMetrics {
  readonly breaches;
  readonly checkedAt;

  constructor(metrics: Metrics) {
    this.breaches = metrics.gauge('sandi_books_breaches', 'Broken invariants at the last ledger audit');
    this.checkedAt = metrics.gauge(
      'sandi_books_checked_timestamp_seconds',
      'Unix time of the last ledger audit; 0 before the first',
    );
  }
}

const run = promisify(execFile);
const PROGRAM = projectPath('dist/src/operations/books/main.js');
const LIMITS = { timeout: 600_000, maxBuffer: 4_000_000 };

export interface LastCheck {
  /** When it began. Later changes may be missing. */
  at: Date;
  broken: string[];
}

/** Runs the ledger audit every BOOKS_SECONDS in its own process: on SQLite it would block requests. */
@Injectable()
export class LedgerAuditor {
  /** The last result of this instance; null before its first audit. */
  lastCheck: LastCheck | null = null;
  private readonly sweeper: Sweeper | undefined;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly metrics: LedgerAuditMetrics,
    sweepers: Sweepers,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const { BOOKS_SECONDS, BOOKS_FIRST_SECONDS } = config;
    if (BOOKS_SECONDS === 0) return;
    this.sweeper = sweepers.every(
      'the check of the books',
      BOOKS_SECONDS,
      (stopping) => this.check(stopping),
      // Spreads the first audits of instances that start together.
      { firstSeconds: Math.min(BOOKS_SECONDS, BOOKS_FIRST_SECONDS + randomInt(BOOKS_FIRST_SECONDS)) },
    );
  }

  /** When the next audit begins; null if none is scheduled or one is running. */
  get nextCheckAt(): Date | null {
    const ms = this.sweeper?.nextInMs;
    return ms === undefined ? null : addSeconds(this.clock.now(), ms / 1000);
  }

  private async check(stopping: AbortSignal): Promise<void> {
    const at = this.clock.now();
    const breaches = await this.read(stopping);
    if (!breaches) return;
    this.lastCheck = { at, broken: breaches.map(({ invariant }) => invariant) };
    this.metrics.breaches.set(breaches.length);
    this.metrics.checkedAt.set(at.getTime() / 1000);
    for (const breach of breaches) this.logger.error(breach, 'the books do not balance');
  }

  /** `undefined` when the service is stopping. */
  private async read(stopping: AbortSignal): Promise<LedgerViolation[] | undefined> {
    const { DATABASE_URL, DATABASE_CA_FILE = '' } = this.config;
    const env = { ...process.env, DATABASE_URL, DATABASE_URL_FILE: '', DATABASE_CA_FILE };
    const options = { ...LIMITS, env, signal: stopping };
    try {
      const { stdout } = await run(process.execPath, [PROGRAM, '--json'], options);
      return JSON.parse(stdout) as LedgerViolation[];
    } catch (error) {
      if (stopping.aborted) return undefined;
      // Exit code 1 with JSON means violations; anything else is an error.
      const { code, stdout } = error as { code?: unknown; stdout?: string };
      if (code === 1 && stdout?.startsWith('[')) return JSON.parse(stdout) as LedgerViolation[];
      throw error;
    }
  }
}

@Module({ providers: [LedgerAuditor, LedgerAuditMetrics], exports: [LedgerAuditor] })
export class LedgerAuditModule {}
