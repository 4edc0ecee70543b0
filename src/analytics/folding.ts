import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { Sweeper } from '../platform/background/sweeper.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { Fold } from './fold.rules.js';
import { type FoldKey, FoldSource } from './fold-source.js';
import { FoldStore } from './fold-store.js';

/** Messages of one round; what is left waits for the next, which then comes soon. */
const MESSAGES_MAX = 50_000;
/** Of these today takes so many: where it is due again before it is done, the days before have their turn all the same. */
const TODAYS_MAX = 40_000;
const SOON_MS = 1000;
/** Between two reads: sends have the database to themselves most of the time. */
const PAUSE_MS = 10;
/** Days beside today and yesterday that a round looks at: it comes by each of them again and again. */
const OLDER_DAYS = 5;
/** How many days back they begin. */
const FIRST_OLDER = 2;

/** How a day was left. */
type Look = 'done' | 'waiting' | 'full';

/**
 * Adds messages up by hour, key, device and so on, so that no page has to read them. A send writes nothing for it: the
 * counters of a day, which it keeps anyway, say whether anything of that day has moved since it was last added up, and then
 * the account's day is read anew as a whole. So nothing is counted twice or left out, however late it moves and
 * whoever is killed meanwhile. Several instances share the work.
 */
@Injectable()
export class Folding {
  private readonly sweeper: Sweeper | undefined;
  /** How far back the next round begins, in days; it goes round and round. */
  private position = FIRST_OLDER;
  /** Whether this process has come by every day. */
  private hasPassed = false;

  constructor(
    private readonly source: FoldSource,
    private readonly store: FoldStore,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
    sweepers: Sweepers,
  ) {
    if (config.ANALYTICS_SECONDS > 0)
      this.sweeper = sweepers.every('the analytics', config.ANALYTICS_SECONDS, (stopping) =>
        this.round(stopping),
      );
    const dayOf = (days: number) => calendar.lastDays(clock.now(), days)[0] ?? '';
    sweepers.purge('old analytics', (limit) => store.purge(dayOf(config.ANALYTICS_RETENTION_DAYS), limit));
    sweepers.purge('hours of the analytics', (limit) => store.purgeHours(dayOf(2), limit));
  }

  /** Today, yesterday, and some of the days before. */
  async round(stopping?: AbortSignal): Promise<void> {
    // The last one that is kept is left alone: it may be purged at any moment.
    const count = this.config.ANALYTICS_RETENTION_DAYS - 1;
    const days = this.calendar.lastDays(this.clock.now(), count).toReversed();
    let left = MESSAGES_MAX;
    const fold = async (day: string | undefined, max = left): Promise<boolean> => {
      if (day === undefined || stopping?.aborted) return false;
      const { look, messages } = await this.foldDay(day, days, max, stopping);
      left -= messages;
      if (look !== 'full') return true;
      this.sweeper?.within(SOON_MS);
      return false;
    };
    await fold(days[0], TODAYS_MAX);
    if (!(await fold(days[1]))) return;
    for (let looked = 0; looked < OLDER_DAYS; looked++) {
      const at = this.position;
      const isLast = at + 1 >= days.length;
      this.position = isLast ? FIRST_OLDER : at + 1;
      if (!(await fold(days[at]))) {
        this.position = at;
        return;
      }
      this.hasPassed ||= isLast;
    }
    if (!this.hasPassed) this.sweeper?.within(SOON_MS);
  }

  private async foldDay(day: string, days: readonly string[], max: number, stopping?: AbortSignal) {
    const startedAt = this.clock.now();
    const { moved, hasMore } = await this.source.moved(day, startedAt);
    let messages = 0;
    let look: Look = hasMore ? 'full' : 'done';
    for (const one of moved) {
      if (messages >= max || stopping?.aborted) return { look: 'full' as const, messages };
      const { key } = one;
      const until = await this.store.claim(one);
      if (!until) {
        if (look === 'done') look = 'waiting';
        continue;
      }
      // Whoever is not done at its end has lost the claim, and what it found.
      const fold = await this.read(key, day === days[0] || day === days[1], stopping);
      if (fold) await this.store.write(key, fold, startedAt, until);
      else await this.store.release(key, until);
      messages += fold?.size ?? 0;
    }
    if (look === 'done') await this.store.noteDay(day, startedAt, moved.length > 0);
    return { look, messages };
  }

  /** `undefined`: the service stops meanwhile. */
  private async read(key: FoldKey, isDetailed: boolean, stopping?: AbortSignal): Promise<Fold | undefined> {
    const fold = new Fold((at) => this.calendar.hour(at), isDetailed);
    for await (const messages of this.source.messages(key)) {
      for (const message of messages) fold.add(message);
      if (stopping?.aborted) return undefined;
      await sleep(PAUSE_MS);
    }
    return fold;
  }
}
