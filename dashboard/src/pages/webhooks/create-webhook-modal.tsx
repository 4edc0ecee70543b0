import { useNavigate } from '@tanstack/react-router';
import type { NewWebhook } from '../../api/webhooks';
import { SecretModal } from '../../components/secret-modal';
import type { Dialog } from '../../components/use-dialog';
import { useTranslations } from '../../i18n';
import { useWebhookChanges } from './api';
import { WebhookForm } from './webhook-form';
import { WebhookSecret } from './webhook-secret';

const EMPTY = { url: '', events: null, mode: 'both' } as const;

/** Creates a webhook and opens its page, where a test event can be sent. */
export function CreateWebhookModal({ dialog }: { dialog: Dialog<true> }) {
  const t = useTranslations('webhooks.create');
  const navigate = useNavigate();
  const { create } = useWebhookChanges();
  return (
    <SecretModal<true, NewWebhook>
      dialog={dialog}
      title={t('title')}
      ask={(_, make) => (
        <WebhookForm
          initial={EMPTY}
          submitLabel={t('submit')}
          submit={(values) => make(create(values))}
          onCancel={dialog.close}
        />
      )}
      show={(created) => (
        <WebhookSecret
          created={created}
          onStored={() => void navigate({ to: '/webhooks/$id', params: { id: String(created.id) } })}
        />
      )}
    />
  );
}
