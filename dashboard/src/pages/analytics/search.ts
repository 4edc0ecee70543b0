import { oneOf, type RawSearch } from '../../api/search';

export const WINDOWS = ['24h', '7d', '30d', '90d'] as const;
export type WindowName = (typeof WINDOWS)[number];
export const DEFAULT_WINDOW = '7d';

/** Search parameters of the page. Missing ones have their default. */
export interface AnalyticsSearch {
  window?: WindowName | undefined;
  mode?: 'test' | undefined;
}

export const readAnalyticsSearch = (raw: RawSearch): AnalyticsSearch => {
  const window = oneOf(WINDOWS, raw['window']);
  return {
    window: window === DEFAULT_WINDOW ? undefined : window,
    mode: oneOf(['test'], raw['mode']),
  };
};
