import { Stack } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { webhooksQuery } from '../../api/webhooks';
import { DocsLink } from '../../components/docs-link';
import { EmptyState } from '../../components/empty-state';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { RowsSkeleton } from '../../components/skeletons';
import { Surface } from '../../components/surface';
import { useDialog } from '../../components/use-dialog';
import { WriteButton } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { CreateWebhookModal } from './create-webhook-modal';
import { useWebhookDialogs } from './use-webhook-dialogs';
import { WebhookCard } from './webhook-card';
import { WebhookDialogs } from './webhook-dialogs';

export function WebhooksPage() {
  const t = useTranslations('webhooks');
  const creation = useDialog();
  const dialogs = useWebhookDialogs();
  const create = (
    <WriteButton
      needs="createWebhook"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => creation.open(true)}
    >
      {t('create.open')}
    </WriteButton>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={
          <>
            {t('description')} <DocsLink to="/docs#/Webhooks">{t('documents')}</DocsLink>
          </>
        }
        actions={create}
      />
      <Loaded
        query={useQuery(webhooksQuery)}
        skeleton={
          <Surface>
            <RowsSkeleton rows={3} />
          </Surface>
        }
      >
        {(list) =>
          list.length === 0 ? (
            <Surface>
              <EmptyState icon={IconWebhook} title={t('empty.title')} text={t('empty.text')} />
            </Surface>
          ) : (
            <Stack component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {list.map((webhook) => (
                <li key={webhook.id}>
                  <WebhookCard webhook={webhook} dialogs={dialogs} />
                </li>
              ))}
            </Stack>
          )
        }
      </Loaded>
      <CreateWebhookModal dialog={creation} />
      <WebhookDialogs dialogs={dialogs} />
    </>
  );
}
