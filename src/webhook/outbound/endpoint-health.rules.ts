import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

const MINUTE_MS = 60_000;

/** `retrying`: attempts have failed since the last success, too few to alarm the owner. */
export const HEALTH_STATES = ['well', 'retrying', 'failing'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/**
 * The owner is alarmed after so many failures in a row, or so many minutes of nothing but failures; 0: never for that.
 */
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

/** The name under which its attempts are counted, by hour and by result. */
export const tallyOf = ({ id }: Pick<WebhookEndpoint, 'id'>) => `webhook:${id}`;

/** How often the attempts of an hour had which result. */
type Hour = Partial<Record<string, number>>;

/** The share of the attempts of these hours that succeeded; null: there was none. */
export function successShareOf(hours: readonly Hour[]): number | null {
  const sum = (came: string) => hours.reduce((all, hour) => all + (hour[came] ?? 0), 0);
  const delivered = sum('delivered');
  const all = delivered + sum('failed');
  return all === 0 ? null : delivered / all;
}
