import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMayOpen } from '../../api/session';
import { useTranslations } from '../../i18n';
import { AnalyticsLayout } from './analytics-layout';
import { type ServiceFigures, serviceFiguresQuery } from './api';
import { Breakdown } from './breakdown';
import { Figures } from './figures';
import { type ServiceLinkTo, toMessages } from './links';

const route = getRouteApi('/signed-in/admin/analytics');

export function ServiceAnalyticsPage() {
  const t = useTranslations('analytics.service');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { mode = 'live' } = search;
  const mayOpen = useMayOpen();
  const openDay = (day: string) =>
    void navigate({ to: '/admin/messages', search: { from: day, to: day, mode } });
  return (
    <AnalyticsLayout
      title={t('title')}
      description={t('description')}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      query={useQuery(serviceFiguresQuery(search))}
    >
      {(figures) => {
        const linkTo = toMessages(figures, search);
        return (
          <Figures
            figures={figures}
            linkTo={linkTo}
            isTest={search.mode === 'test'}
            onDay={mayOpen('/admin/messages') ? openDay : undefined}
          >
            <DevicesCard figures={figures} linkTo={linkTo} />
          </Figures>
        );
      }}
    </AnalyticsLayout>
  );
}

function DevicesCard({ figures: { devices }, linkTo }: { figures: ServiceFigures; linkTo: ServiceLinkTo }) {
  const t = useTranslations('analytics.devices');
  const rows = devices.map(({ device_id: id, name, ...outcomes }) => ({
    ...outcomes,
    key: String(id),
    name: id === null ? t('none') : linkTo({ device: id }, name ?? t('gone', { id: String(id) })),
  }));
  return <Breakdown title={t('title')} column={t('device')} rows={rows} />;
}
