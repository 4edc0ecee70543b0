import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../observability/logger-token.js';
import { Sweeper } from './sweeper.js';

/** Rows of one transaction, and transactions of one round: a few thousand a second at the rate of the sweeps. */
const BATCH = 500;
const BATCHES_MAX = 40;
/** Between two looks for what is over, and while there is more of it than one round takes. */
const PURGE_SECONDS = { usual: 60, busy: 5 };

interface Pace {
  /** Before the first round. */
  firstSeconds?: number;
  /** After a round that failed. */
  retrySeconds?: number;
}

/** What the service does again and again of its own accord: from its boot on, until it stops. */
@Injectable()
export class Sweepers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly all = new Map<string, { sweeper: Sweeper; firstSeconds: number }>();
  private readonly stopping = new AbortController();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** To be called while the service is put together. A round that takes long should end early once it is aborted. */
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

  /** Takes away what is over: as many rows as it is told, of which it says how many there were. */
  purge(name: string, work: (limit: number) => Promise<number>): void {
    const sweeper = this.every(`the purge of ${name}`, PURGE_SECONDS.usual, async () => {
      for (let batch = 0; batch < BATCHES_MAX; batch++) if ((await work(BATCH)) < BATCH) return;
      sweeper.within(PURGE_SECONDS.busy * 1000);
    });
  }

  /** A round of one of them after one that is under way; what it throws is thrown. */
  async round(name: string): Promise<void> {
    const found = this.all.get(name);
    if (!found) throw new Error(`nothing is called ${name}`);
    await found.sweeper.round();
  }

  onApplicationBootstrap(): void {
    for (const { sweeper, firstSeconds } of this.all.values()) sweeper.start(firstSeconds);
  }

  /** The rounds under way end before anything is closed. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.all.values()].map(({ sweeper }) => sweeper.stop()));
  }
}
