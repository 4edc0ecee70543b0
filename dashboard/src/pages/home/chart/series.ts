import type { StatsDay } from '../api';

/** From bottom to top. */
export const SERIES = ['delivered', 'sent', 'failed'] as const;

export const totalOf = (day: StatsDay) => SERIES.reduce((sum, series) => sum + day[series], 0);
