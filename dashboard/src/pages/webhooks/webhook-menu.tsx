import { IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import type { Webhook } from '../../api/webhooks';
import { ActionItem, ActionMenu, DangerItem } from '../../components/action-menu';
import { useTranslations } from '../../i18n';
import type { WebhookDialogStates } from './use-webhook-dialogs';

interface Props {
  webhook: Webhook;
  dialogs: WebhookDialogStates;
}

export function WebhookMenu({ webhook, dialogs }: Props) {
  const t = useTranslations('webhooks.menu');
  return (
    <ActionMenu needs="updateWebhook" label={t('label', { url: webhook.url })}>
      <ActionItem icon={IconPencil} onClick={() => dialogs.edit.open(webhook)}>
        {t('edit')}
      </ActionItem>
      <ActionItem icon={IconKey} onClick={() => dialogs.rotateSecret.open(webhook)}>
        {t('rotateSecret')}
      </ActionItem>
      <ActionItem
        icon={webhook.active ? IconPlayerPause : IconPlayerPlay}
        onClick={() => dialogs.activity.open(webhook)}
      >
        {t(webhook.active ? 'deactivate' : 'activate')}
      </ActionItem>
      <DangerItem icon={IconTrash} onClick={() => dialogs.remove.open(webhook)}>
        {t('remove')}
      </DangerItem>
    </ActionMenu>
  );
}
