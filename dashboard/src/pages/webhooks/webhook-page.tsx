import { IconWebhookOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { webhooksQuery } from '../../api/webhooks';
import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { RowsSkeleton } from '../../components/skeletons';
import { Surface } from '../../components/surface';
import { useTranslations } from '../../i18n';
import { WebhookDetails } from './webhook-details';
import { WebhookHeader } from './webhook-header';

const route = getRouteApi('/signed-in/webhooks/$id');

export function WebhookPage() {
  const { id } = route.useParams();
  const query = useQuery(webhooksQuery);
  const webhook = query.data?.find((candidate) => String(candidate.id) === id);
  return (
    <>
      {webhook === undefined && <WebhookHeader />}
      <Loaded query={query} skeleton={<LogSkeleton />}>
        {() => (webhook ? <WebhookDetails key={id} webhook={webhook} /> : <NoWebhook />)}
      </Loaded>
    </>
  );
}

function LogSkeleton() {
  return (
    <Surface>
      <RowsSkeleton />
    </Surface>
  );
}

function NoWebhook() {
  const t = useTranslations('webhooks.one');
  return (
    <Surface>
      <EmptyState icon={IconWebhookOff} title={t('missing')} text={t('missingText')} />
    </Surface>
  );
}
