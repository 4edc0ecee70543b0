import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { keyUsageQuery } from '../../api/key-usage';
import { useMay, useMayOpen } from '../../api/session';
import { Hint } from '../../components/hint';
import { useFormat, useTranslations } from '../../i18n';
import { AnalyticsLayout } from './analytics-layout';
import { type Figures as AllFigures, figuresQuery } from './api';
import { Breakdown } from './breakdown';
import { Figures } from './figures';
import { type LinkTo, toHistory } from './links';

const route = getRouteApi('/signed-in/analytics');

export function AnalyticsPage() {
  const t = useTranslations('analytics');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayOpen = useMayOpen();
  const openDay = (day: string) =>
    void navigate({ to: '/history', search: { from: day, to: day, mode: search.mode } });
  return (
    <AnalyticsLayout
      title={t('title')}
      description={t('description')}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      query={useQuery(figuresQuery(search))}
    >
      {(figures) => {
        const linkTo = toHistory(figures, search);
        return (
          <Figures
            figures={figures}
            linkTo={linkTo}
            isTest={search.mode === 'test'}
            onDay={mayOpen('/history') ? openDay : undefined}
          >
            <KeysCard figures={figures} linkTo={linkTo} />
          </Figures>
        );
      }}
    </AnalyticsLayout>
  );
}

/** Outcomes by API key, with today's usage of daily caps. */
function KeysCard({ figures, linkTo }: { figures: AllFigures; linkTo: LinkTo }) {
  const t = useTranslations('analytics.keys');
  const { number } = useFormat();
  const enabled = useMay()('listKeyUsage');
  const usage = useQuery({ ...keyUsageQuery, enabled }).data ?? [];
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
