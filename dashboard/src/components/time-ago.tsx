import { useFormat, useNow } from '../i18n';

const REFRESH_MS = 30_000;

/**
 * How long ago something was; the exact time stands in its title. Takes any time that the API writes. What is newer than
 * this page's last look at the clock, or than a clock that is slow, was just now: the past is never told as to come.
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
