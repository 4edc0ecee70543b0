import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import type { Sweeper } from '../platform/background/sweeper.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Calendar } from '../platform/time/calendar.js';
import { Clock } from '../platform/time/clock.js';
import { MessageCounts } from './message-counts.js';
import { dayCells } from './rollup.rules.js';
import { RollupStore } from './rollup-store.js';

/** Messages of one round; the next round, which then comes soon, does the rest. */
const MESSAGES_MAX = 50_000;
/** Today takes at most this many of them, so that earlier days get their turn. */
const TODAYS_MAX = 40_000;
const SOON_MS = 1000;
/** Days of one round beside today and yesterday. */
const OLDER_DAYS = 5;
/** How many days back they begin. */
const FIRST_OLDER = 2;

/**
 * Rolls messages up by hour and facet, so that no page has to read them. A send writes nothing for it: the counters of a
 * day, which exist anyway, tell whether the day has changed since its last rollup. Then the whole day of that account is
 * counted again, so nothing is counted twice or left out, however late a status comes and whichever process dies.
 * Several instances share the work.
 */
@Injectable()
export class RollupJob {
  private readonly sweeper: Sweeper | undefined;
  /** How many days back the next round begins; it cycles. */
  private position = FIRST_OLDER;
  /** Whether this process has visited every day. */
  private hasPassed = false;

  constructor(
    private readonly store: RollupStore,
    private readonly counts: MessageCounts,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly calendar: Calendar,
    sweepers: Sweepers,
  ) {
    if (config.ANALYTICS_SECONDS > 0)
      this.sweeper = sweepers.every('the analytics', config.ANALYTICS_SECONDS, (stopping) =>
        this.rollUpChanges(stopping),
      );
    const dayOf = (days: number) => calendar.lastDays(clock.now(), days)[0] ?? '';
    sweepers.purge('old analytics', (limit) => store.purge(dayOf(config.ANALYTICS_RETENTION_DAYS), limit));
    sweepers.purge('hours of the analytics', (limit) => store.purgeHours(dayOf(2), limit));
  }

  /** Today, yesterday, and some of the days before. */
  async rollUpChanges(stopping?: AbortSignal): Promise<void> {
    // The last one may be purged at any moment.
    const count = this.config.ANALYTICS_RETENTION_DAYS - 1;
    const days = this.calendar.lastDays(this.clock.now(), count).toReversed();
    let left = MESSAGES_MAX;
    const rollUp = async (day: string | undefined, max = left): Promise<boolean> => {
      if (day === undefined || stopping?.aborted) return false;
      const isRecent = day === days[0] || day === days[1];
      const { hasMore, messages } = await this.rollUpDay(day, isRecent, max, stopping);
      left -= messages;
      if (hasMore) this.sweeper?.within(SOON_MS);
      return !hasMore;
    };
    await rollUp(days[0], TODAYS_MAX);
    if (!(await rollUp(days[1]))) return;
    for (let visited = 0; visited < OLDER_DAYS; visited++) {
      const at = this.position;
      if (!(await rollUp(days[at]))) return;
      const isLast = at + 1 >= days.length;
      this.position = isLast ? FIRST_OLDER : at + 1;
      this.hasPassed ||= isLast;
    }
    if (!this.hasPassed) this.sweeper?.within(SOON_MS);
  }

  private async rollUpDay(day: string, isRecent: boolean, max: number, stopping?: AbortSignal) {
    const startedAt = this.clock.now();
    const { changed, hasMore } = await this.store.changed(day, startedAt);
    let messages = 0;
    let isComplete = !hasMore;
    for (const one of changed) {
      if (messages >= max || stopping?.aborted) return { hasMore: true, messages };
      const until = await this.store.lease(one);
      if (!until) {
        isComplete = false;
        continue;
      }
      // After the end of its claim, a process may not write what it has counted.
      const counted = await this.counts.ofDay(one.key, stopping);
      if (counted) {
        const { hours, margin } = counted;
        await this.store.write(one, { cells: dayCells(hours, isRecent), margin }, startedAt, until);
      } else await this.store.release(one.key, until);
      messages += one.size;
    }
    if (isComplete) await this.store.noteDay(day, startedAt, changed.length > 0);
    return { hasMore, messages };
  }
}
