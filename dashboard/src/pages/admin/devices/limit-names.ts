import type { Device } from './api';

export type LimitName = keyof Device['limits'];

/** The limits of a device, in the order of their display. */
export const LIMIT_NAMES = [
  'per_minute',
  'per_day',
  'new_per_day',
  'warmup_first_day',
  'pair_seconds',
] as const satisfies readonly LimitName[];
