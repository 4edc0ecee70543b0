import { useQuery } from '@tanstack/react-query';
import { keyUsageQuery } from '../../api/key-usage';
import { Hint } from '../../components/hint';
import { useFormat, useTranslations } from '../../i18n';
import type { Figures } from './api';
import { Breakdown } from './breakdown';
import type { LinkTo } from './links';

/** Outcomes by API key, with today's usage of daily caps. */
export function KeysCard({ figures, linkTo }: { figures: Figures; linkTo: LinkTo }) {
  const t = useTranslations('analytics.keys');
  const { number } = useFormat();
  const usage = useQuery(keyUsageQuery).data ?? [];
  const rows = figures.keys.map(({ api_key_id: id, name, last4, deleted, ...outcomes }) => {
    const use = usage.find(({ api_key_id: of }) => of === id);
    return {
      ...outcomes,
      key: String(id),
      name: id === null ? t('others') : linkTo({ key: id }, `${name ?? t('unnamed')} (…${last4 ?? ''})`),
      more: (
        <>
          {deleted && <Hint>{t('deleted')}</Hint>}
          {use && <Hint>{t('today', { used: number(use.used_today), cap: number(use.daily_cap) })}</Hint>}
        </>
      ),
    };
  });
  return <Breakdown title={t('title')} column={t('key')} rows={rows} />;
}
