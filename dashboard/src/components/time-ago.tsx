import { useFormat, useNow } from '../i18n';

const REFRESH_MS = 30_000;

/**
 * Relative time, with the exact time in its title. A time in the future is shown as now: the clocks of browser and
 * service differ.
 */
export function TimeAgo({ value }: { value: string }) {
  const now = useNow({ updateInterval: REFRESH_MS });
  const format = useFormat();
  return (
    <time dateTime={format.instant(value).toISOString()} title={format.time(value)}>
      {format.timeAgo(value, new Date(Math.max(now.getTime(), format.instant(value).getTime())))}
    </time>
  );
}
