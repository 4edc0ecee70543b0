import type { StatsDay } from '../api';

/** From the ground up. */
export const SERIES = ['delivered', 'sent', 'failed'] as const;

export const totalOf = (day: StatsDay) => SERIES.reduce((sum, series) => sum + day[series], 0);
