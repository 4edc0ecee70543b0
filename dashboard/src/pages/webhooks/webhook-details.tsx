import { Group, Stack } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Webhook } from '../../api/webhooks';
import { ErrorState } from '../../components/error-state';
import { notify } from '../../components/notify';
import { WriteButton } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { useWebhookChanges } from './api';
import { DeliveryLog } from './delivery-log';
import { EventList } from './event-list';
import { HealthBadge } from './health-badge';
import { HealthFigures } from './health-figures';
import { HealthNotice } from './health-notice';
import { useWebhookDialogs } from './use-webhook-dialogs';
import { WebhookDialogs } from './webhook-dialogs';
import { WebhookHeader } from './webhook-header';
import { WebhookMenu } from './webhook-menu';

const route = getRouteApi('/signed-in/webhooks/$id');

/** A webhook with its delivery log. */
export function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const t = useTranslations('webhooks');
  const navigate = route.useNavigate();
  const dialogs = useWebhookDialogs();
  const { test } = useWebhookChanges();
  const [opened, setOpened] = useState<string[]>([]);
  const [tested, setTested] = useState<number | null>(null);
  const testing = useMutation({
    mutationFn: () => test(webhook),
    onSuccess: async ({ id }) => {
      setOpened((old) => [...old, String(id)]);
      setTested(id);
      notify(t('one.tested'), 'waiting');
      // The newest delivery is on the first page of the unfiltered log.
      await navigate({ search: {} });
    },
  });
  return (
    <Stack gap="lg">
      <div>
        <WebhookHeader
          description={webhook.url}
          actions={
            <>
              <WriteButton
                needs="testWebhook"
                leftSection={<IconFlask size={18} aria-hidden />}
                disabled={!webhook.active}
                loading={testing.isPending}
                onClick={() => testing.mutate()}
              >
                {t('one.test')}
              </WriteButton>
              <WebhookMenu webhook={webhook} dialogs={dialogs} />
            </>
          }
        />
        <Group gap="sm">
          <HealthBadge webhook={webhook} />
          <EventList events={webhook.events} />
        </Group>
        <HealthFigures webhook={webhook} />
      </div>
      {testing.error && <ErrorState error={testing.error} />}
      <HealthNotice webhook={webhook} onActivate={() => dialogs.activity.open(webhook)} />
      <DeliveryLog
        webhook={webhook}
        opened={opened}
        tested={tested}
        onOpened={setOpened}
        onReplay={() => dialogs.replay.open(webhook)}
      />
      <WebhookDialogs dialogs={dialogs} leave={() => navigate({ to: '/webhooks', search: {} })} />
    </Stack>
  );
}
