import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from '../../i18n';
import { AnalyticsLayout } from './analytics-layout';
import { figuresQuery } from './api';
import { Figures } from './figures';
import { KeysCard } from './keys-card';
import { toHistory } from './links';

const route = getRouteApi('/signed-in/analytics');

export function AnalyticsPage() {
  const t = useTranslations('analytics');
  const search = route.useSearch();
  const navigate = route.useNavigate();
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
          <Figures figures={figures} linkTo={linkTo} isTest={search.mode === 'test'} onDay={openDay}>
            <KeysCard figures={figures} linkTo={linkTo} />
          </Figures>
        );
      }}
    </AnalyticsLayout>
  );
}
