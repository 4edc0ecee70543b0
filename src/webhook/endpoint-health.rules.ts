import type { WebhookEndpoint } from './webhook.entities.js';

const MINUTE_MS = 60_000;

/**
 * `untested`: never called. `unreliable`: too few attempts succeed. `retrying`: some attempts failed since the
 * last success.
 */
export const HEALTH_STATES = ['untested', 'well', 'unreliable', 'retrying', 'failing'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** A lower success share is unreliable. */
const RELIABLE_SHARE = 0.9;

/** Consecutive failures, or minutes of failures, until the owner is mailed; 0: never. */
export interface AlarmRules {
  failures: number;
  minutes: number;
}

type Record = Pick<WebhookEndpoint, 'failingSince' | 'failures' | 'calledAt'>;

/** `share`: success share within a day; null: no attempt. */
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
  // Without any success, only the consecutive failures count.
  const isUnreliable = share !== null && share < RELIABLE_SHARE;
  if (isUnreliable && (share > 0 || failingSince === null)) return 'unreliable';
  if (failingSince !== null) return 'retrying';
  return calledAt === null && share === null ? 'untested' : 'well';
}

export const counterOf = ({ id, record }: Pick<WebhookEndpoint, 'id' | 'record'>) =>
  record === 0 ? `webhook:${id}` : `webhook:${id}:${record}`;

type Hour = Partial<{ [result: string]: number }>;

export interface Attempts {
  delivered: number;
  failed: number;
}

export function attemptsOf(hours: readonly Hour[]): Attempts {
  const sum = (result: keyof Attempts) => hours.reduce((all, hour) => all + (hour[result] ?? 0), 0);
  return { delivered: sum('delivered'), failed: sum('failed') };
}

/** Null: no attempt. */
export function successShareOf({ delivered, failed }: Attempts): number | null {
  const all = delivered + failed;
  return all === 0 ? null : delivered / all;
}
