import { Group, Stack } from '@mantine/core';
import type { Webhook } from '../../api/webhooks';
import { Hint } from '../../components/hint';
import { RowLink } from '../../components/links';
import { Surface } from '../../components/surface';
import { TimeAgo } from '../../components/time-ago';
import { useTranslations } from '../../i18n';
import { EventList } from './event-list';
import { HealthBadge } from './health-badge';
import { HealthFigures } from './health-figures';
import type { WebhookDialogStates } from './use-webhook-dialogs';
import { WebhookMenu } from './webhook-menu';

interface Props {
  webhook: Webhook;
  dialogs: WebhookDialogStates;
}

/** A webhook in the list. */
export function WebhookCard({ webhook, dialogs }: Props) {
  const t = useTranslations('webhooks');
  return (
    <Surface isClickable>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Stack gap="xs" miw={0}>
          <RowLink
            to="/webhooks/$id"
            params={{ id: String(webhook.id) }}
            fw={600}
            style={{ overflowWrap: 'anywhere' }}
          >
            {webhook.url}
          </RowLink>
          <Group gap="xs">
            <HealthBadge webhook={webhook} />
            {webhook.active && webhook.failing_since !== null && (
              <Hint>
                {t.rich('failingFor', { ago: () => <TimeAgo value={webhook.failing_since ?? ''} /> })}
              </Hint>
            )}
          </Group>
          <HealthFigures webhook={webhook} />
          <EventList events={webhook.events} />
        </Stack>
        <WebhookMenu webhook={webhook} dialogs={dialogs} />
      </Group>
    </Surface>
  );
}
