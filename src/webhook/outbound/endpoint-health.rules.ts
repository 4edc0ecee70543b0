import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

const MINUTE_MS = 60_000;

/** `retrying`: what failed since the last success is tried again, and nobody is alarmed yet. */
export const HEALTH_STATES = ['well', 'retrying', 'failing'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** After how many failures in a row, or minutes of nothing but failures, its owner is alarmed; 0: not by that. */
export interface AlarmRules {
  failures: number;
  minutes: number;
}

export function healthStateOf(
  { failingSince, failures }: Pick<WebhookEndpoint, 'failingSince' | 'failures'>,
  alarm: AlarmRules,
  now: Date,
): HealthState {
  if (failingSince === null) return 'well';
  const isOften = alarm.failures > 0 && failures >= alarm.failures;
  const isLong = alarm.minutes > 0 && now.getTime() - failingSince.getTime() >= alarm.minutes * MINUTE_MS;
  return isOften || isLong ? 'failing' : 'retrying';
}

/** Under which its attempts are counted, by the hour and what came of them. */
export const tallyOf = ({ id }: Pick<WebhookEndpoint, 'id'>) => `webhook:${id}`;

/** What came of the attempts of an hour, and how often. */
type Hour = Partial<Record<string, number>>;

/** Of the attempts of these hours those that succeeded; null where there was none. */
export function successShareOf(hours: readonly Hour[]): number | null {
  const sum = (came: string) => hours.reduce((all, hour) => all + (hour[came] ?? 0), 0);
  const delivered = sum('delivered');
  const all = delivered + sum('failed');
  return all === 0 ? null : delivered / all;
}
