import { IconWebhookOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { webhooksQuery } from '../../api/webhooks';
import { EmptyState } from '../../components/empty-state';
import { TextLink } from '../../components/links';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { PageSkeleton } from '../../components/skeletons';
import { Surface } from '../../components/surface';
import { WebhookDetails } from './webhook-details';

const route = getRouteApi('/signed-in/webhooks/$id');

export function WebhookPage() {
  const { id } = route.useParams();
  return (
    <Loaded query={useQuery(webhooksQuery)} skeleton={<PageSkeleton />}>
      {(list) => {
        const webhook = list.find((candidate) => String(candidate.id) === id);
        return webhook ? <WebhookDetails key={id} webhook={webhook} /> : <NoWebhook />;
      }}
    </Loaded>
  );
}

function NoWebhook() {
  const t = useTranslations('webhooks.one');
  return (
    <>
      <PageHeader title={t('title')} />
      <Surface>
        <EmptyState
          icon={IconWebhookOff}
          title={t('missing')}
          text={t('missingText')}
          action={<TextLink to="/webhooks">{t('back')}</TextLink>}
        />
      </Surface>
    </>
  );
}
