import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '../observability/logger-token.js';
import { Sweeper } from './sweeper.js';

/** Rows per transaction, and transactions per round. */
const BATCH = 500;
const BATCHES_MAX = 40;
/** Pause between the rounds of a purge: usually, and while more expired rows wait. */
const PURGE_SECONDS = { usual: 60, busy: 5 };

interface Pace {
  /** Before the first round. */
  firstSeconds?: number;
  /** After a failed round. */
  retrySeconds?: number;
}

/** The periodic jobs of this instance: starts them after the startup, and ends them before the stores close. */
@Injectable()
export class Sweepers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly all = new Map<string, { sweeper: Sweeper; firstSeconds: number }>();
  private readonly stopping = new AbortController();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Registers a job during construction. Long rounds should end when the signal aborts. */
  every(
    name: string,
    seconds: number,
    work: (stopping: AbortSignal) => Promise<unknown>,
    { firstSeconds = seconds, retrySeconds = seconds }: Pace = {},
  ): Sweeper {
    const sweeper = new Sweeper(name, seconds, () => work(this.stopping.signal), this.logger, retrySeconds);
    this.all.set(name, { sweeper, firstSeconds });
    return sweeper;
  }

  /** Registers a purge job: `work(limit)` deletes or ends up to `limit` rows and returns the count. */
  purge(name: string, work: (limit: number) => Promise<number>): void {
    const sweeper = this.every(`the purge of ${name}`, PURGE_SECONDS.usual, async () => {
      for (let batch = 0; batch < BATCHES_MAX; batch++) if ((await work(BATCH)) < BATCH) return;
      sweeper.within(PURGE_SECONDS.busy * 1000);
    });
  }

  /** Runs a round of a job after the current one; throws its errors. */
  async runOnce(name: string): Promise<void> {
    const found = this.all.get(name);
    if (!found) throw new Error(`nothing is called ${name}`);
    await found.sweeper.runOnce();
  }

  onApplicationBootstrap(): void {
    for (const { sweeper, firstSeconds } of this.all.values()) sweeper.start(firstSeconds);
  }

  /** Rounds end before the stores close. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.all.values()].map(({ sweeper }) => sweeper.stop()));
  }
}
