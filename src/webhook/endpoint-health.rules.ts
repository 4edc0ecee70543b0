import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

const MINUTE_MS = 60_000;

/**
 * `untested`: never called. `unreliable`: too few of its attempts succeed. `retrying`: attempts have failed since the last
 * success, too few to alarm the owner.
 */
export const HEALTH_STATES = ['untested', 'well', 'unreliable', 'retrying', 'failing'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** A webhook of whose attempts fewer succeed is unreliable. */
const RELIABLE_SHARE = 0.9;

/**
 * The owner is alarmed after so many failures in a row, or so many minutes of nothing but failures; 0: never for that.
 */
export interface AlarmRules {
  failures: number;
  minutes: number;
}

type Record = Pick<WebhookEndpoint, 'failingSince' | 'failures' | 'calledAt'>;

/** `share`: of the attempts of its record within a day, those that succeeded; null: there was none. */
export function healthStateOf(
  { failingSince, failures, calledAt }: Record,
  share: number | null,
  alarm: AlarmRules,
  now: Date,
): HealthState {
  if (failingSince !== null) {
    const isOften = alarm.failures > 0 && failures >= alarm.failures;
    const isLong = alarm.minutes > 0 && now.getTime() - failingSince.getTime() >= alarm.minutes * MINUTE_MS;
    if (isOften || isLong) return 'failing';
  }
  // Where none has succeeded yet, the failures in a row say more.
  const isUnreliable = share !== null && share < RELIABLE_SHARE;
  if (isUnreliable && (share > 0 || failingSince === null)) return 'unreliable';
  if (failingSince !== null) return 'retrying';
  return calledAt === null && share === null ? 'untested' : 'well';
}

/** The name under which the attempts of its record are counted, by hour and by result. */
export const tallyOf = ({ id, record }: Pick<WebhookEndpoint, 'id' | 'record'>) =>
  record === 0 ? `webhook:${id}` : `webhook:${id}:${record}`;

/** How often the attempts of an hour had which result. */
type Hour = Partial<{ [result: string]: number }>;

/** How many attempts succeeded, and how many failed. */
export interface Attempts {
  delivered: number;
  failed: number;
}

export function attemptsOf(hours: readonly Hour[]): Attempts {
  const sum = (result: keyof Attempts) => hours.reduce((all, hour) => all + (hour[result] ?? 0), 0);
  return { delivered: sum('delivered'), failed: sum('failed') };
}

/** The share of the attempts that succeeded; null: there was none. */
export function successShareOf({ delivered, failed }: Attempts): number | null {
  const all = delivered + failed;
  return all === 0 ? null : delivered / all;
}
