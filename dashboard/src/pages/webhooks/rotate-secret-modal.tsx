import type { NewWebhook, Webhook } from '../../api/webhooks';
import { OverlapForm } from '../../components/overlap-form';
import { SecretModal } from '../../components/secret-modal';
import type { Dialog } from '../../components/use-dialog';
import { useTranslations } from '../../i18n';
import { useWebhookChanges } from './api';
import { WebhookSecret } from './webhook-secret';

export function RotateSecretModal({ dialog }: { dialog: Dialog<Webhook> }) {
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
