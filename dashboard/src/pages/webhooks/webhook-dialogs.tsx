import { Text } from '@mantine/core';
import type { NewWebhook, Webhook } from '../../api/webhooks';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { DialogModal } from '../../components/dialog-modal';
import { OverlapForm } from '../../components/overlap-form';
import { SecretModal } from '../../components/secret-modal';
import type { Dialog } from '../../components/use-dialog';
import { useTranslations } from '../../i18n';
import { useWebhookChanges } from './api';
import { ReplayModal } from './replay-modal';
import type { WebhookDialogStates } from './use-webhook-dialogs';
import { WebhookForm } from './webhook-form';
import { WebhookSecret } from './webhook-secret';

interface Props {
  dialogs: WebhookDialogStates;
  /** Navigates away from a deleted webhook. */
  leave?: () => Promise<void>;
}

export function WebhookDialogs({ dialogs, leave }: Props) {
  return (
    <>
      <EditModal dialog={dialogs.edit} />
      <RotateSecretModal dialog={dialogs.rotateSecret} />
      <ActivityModal dialog={dialogs.activity} />
      <RemoveModal dialog={dialogs.remove} leave={leave} />
      <ReplayModal dialog={dialogs.replay} />
    </>
  );
}

function EditModal({ dialog }: { dialog: WebhookDialogStates['edit'] }) {
  const t = useTranslations('webhooks.edit');
  const { update } = useWebhookChanges();
  return (
    <DialogModal dialog={dialog} title={t('title')} size="lg">
      {(webhook) => (
        <WebhookForm
          initial={webhook}
          submitLabel={t('submit')}
          submit={(values) => update(webhook, values)}
          onDone={dialog.close}
          onCancel={dialog.close}
        />
      )}
    </DialogModal>
  );
}

function ActivityModal({ dialog }: { dialog: WebhookDialogStates['activity'] }) {
  const { subject } = dialog;
  const t = useTranslations(subject?.active ? 'webhooks.deactivate' : 'webhooks.activate');
  const { update } = useWebhookChanges();
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t('title')}
      confirm={t('submit')}
      action={(webhook) => update(webhook, { active: !webhook.active })}
    >
      <Address url={subject?.url} />
      {t('text')}
    </ConfirmDialog>
  );
}

function RemoveModal({ dialog, leave }: { dialog: WebhookDialogStates['remove']; leave?: Props['leave'] }) {
  const t = useTranslations('webhooks.remove');
  const { remove } = useWebhookChanges();
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t('title')}
      confirm={t('submit')}
      isDangerous
      action={(webhook) => remove(webhook, leave)}
    >
      <Address url={dialog.subject?.url} />
      {t('text')}
    </ConfirmDialog>
  );
}

function Address({ url }: { url: string | undefined }) {
  return (
    <Text ff="monospace" size="sm" mb="xs" style={{ overflowWrap: 'anywhere' }}>
      {url}
    </Text>
  );
}

function RotateSecretModal({ dialog }: { dialog: Dialog<Webhook> }) {
  const t = useTranslations('webhooks.rotate');
  const { rotateSecret } = useWebhookChanges();
  return (
    <SecretModal<Webhook, NewWebhook>
      dialog={dialog}
      title={t('title')}
      ask={(webhook, make) => (
        <OverlapForm
          text={t('text')}
          label={t('overlap')}
          overlaps={{ none: t('overlaps.none'), day: t('overlaps.day'), week: t('overlaps.week') }}
          submitLabel={t('submit')}
          rotate={(overlapSeconds) => make(rotateSecret(webhook, overlapSeconds))}
          onCancel={dialog.close}
        />
      )}
      show={(created, onStored) => <WebhookSecret created={created} onStored={onStored} />}
    />
  );
}
