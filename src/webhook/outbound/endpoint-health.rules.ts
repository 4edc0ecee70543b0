import type { WebhookDelivery } from './webhook-delivery.entity.js';
import type { WebhookEndpoint } from './webhook-endpoint.entity.js';

const DAY_MS = 86_400_000;
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

/** How many deliveries of the last 24 h arrived by those that were tried; null where none was. */
export function successShareOf(
  newest: readonly Pick<WebhookDelivery, 'state' | 'attempts' | 'createdAt'>[],
  now: Date,
): number | null {
  const tried = newest.filter(
    ({ state, attempts, createdAt }) =>
      now.getTime() - createdAt.getTime() < DAY_MS && (state !== 'pending' || attempts > 0),
  );
  if (tried.length === 0) return null;
  return tried.filter(({ state }) => state === 'delivered').length / tried.length;
}
