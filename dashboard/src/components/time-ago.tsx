import { useNow } from 'use-intl';
import { useFormat } from '../i18n/use-format';

const REFRESH_MS = 30_000;

/** How long ago something was; the exact time stands in its title. Takes any time that the API writes. */
export function TimeAgo({ value }: { value: string }) {
  const now = useNow({ updateInterval: REFRESH_MS });
  const format = useFormat();
  return (
    <time dateTime={format.instant(value).toISOString()} title={format.time(value)}>
      {format.timeAgo(value, now)}
    </time>
  );
}
