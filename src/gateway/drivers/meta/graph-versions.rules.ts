import { addSeconds, DAY_SECONDS } from '../../../platform/time/clock.js';
import type { ApiVersion } from '../../driver.js';

export const DEFAULT_GRAPH_VERSION = 'v25.0';

/** The last day of each version, as Meta announced it. Newer ones have no end yet; older ones end before. */
const LAST_DAYS = new Map([
  [23, '2027-10-08'],
  [24, '2028-02-18'],
  [25, '2028-07-29'],
]);
const [[OLDEST, OLDEST_ENDS] = [0, '']] = LAST_DAYS;

/** Half a year leaves time to test the next version. */
const WARNING_SECONDS = 183 * DAY_SECONDS;

export function graphVersionAt(version: string, now: Date): ApiVersion {
  const major = majorOf(version);
  const lastDay = LAST_DAYS.get(major) ?? (major < OLDEST ? OLDEST_ENDS : undefined);
  const endsBy = lastDay === undefined ? null : new Date(lastDay);
  const isEnding = major < OLDEST || (endsBy !== null && now >= addSeconds(endsBy, -WARNING_SECONDS));
  return { version, endsBy, isEnding, recommended: DEFAULT_GRAPH_VERSION };
}

export const majorOf = (version: string): number => Number(/^v(\d+)/.exec(version)?.[1] ?? 0);
