import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { apiKeysQuery } from '../../api/api-keys';
import { creditQuery } from '../../api/credit';
import { pricesQuery } from '../../api/prices';
import { useMay, useMe } from '../../api/session';
import { settingsQuery } from '../../api/settings';
import { webhooksQuery } from '../../api/webhooks';
import { ErrorState } from '../../components/error-state';
import { PageHeader } from '../../components/page-header';
import { BlockSkeleton, CardSkeleton } from '../../components/skeletons';
import { useTranslations } from '../../i18n';
import { Alerts } from './alerts';
import { statsQuery, testCountQuery } from './api';
import { DeliveriesChart } from './chart/deliveries-chart';
import { Checklist } from './checklist';
import { Figures } from './figures';
import classes from './home.module.css';

const FIGURE_HEIGHT = 84;
const CHART_HEIGHT = 352;

export function HomePage() {
  const t = useTranslations('home');
  return (
    <>
      <PageHeader title={t('title')} description={t('greeting', { name: useMe().name })} />
      <Overview />
    </>
  );
}

/**
 * Waits for all data: alerts and checklist are above the figures and would shift them. Failed parts are
 * missing below the error.
 */
function Overview() {
  const may = useMay();
  const stats = useQuery(statsQuery);
  const others = [
    useQuery(creditQuery),
    useQuery(pricesQuery),
    useQuery({ ...apiKeysQuery, enabled: may('listApiKeys') }),
    useQuery({ ...webhooksQuery, enabled: may('listWebhooks') }),
    useQuery({ ...testCountQuery, enabled: may('listAccountHistory') }),
    useQuery(settingsQuery),
  ];
  const queries = [stats, ...others];
  const failed = queries.filter(({ error, data }) => error && data === undefined);
  // Draws late data as a transition.
  const isPending = useDeferredValue(queries.some(({ isEnabled, isFetched }) => isEnabled && !isFetched));
  if (isPending) return <OverviewSkeleton />;
  return (
    <>
      {failed[0] && (
        <div className={classes.alerts}>
          <ErrorState
            error={failed[0].error}
            retry={() => {
              for (const { refetch } of failed) void refetch();
            }}
          />
        </div>
      )}
      <Alerts />
      <Checklist />
      <Figures />
      {stats.data && <DeliveriesChart days={stats.data.daily} />}
    </>
  );
}

function OverviewSkeleton() {
  return (
    <>
      <div className={classes.frame}>
        <div className={classes.figures}>
          {['balance', 'today', 'rate', 'median'].map((figure) => (
            <div key={figure} className={classes.figure}>
              <BlockSkeleton height={FIGURE_HEIGHT} />
            </div>
          ))}
        </div>
      </div>
      <CardSkeleton height={CHART_HEIGHT} />
    </>
  );
}
