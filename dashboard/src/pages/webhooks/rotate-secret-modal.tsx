import { Radio, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { NewWebhook, Webhook } from '../../api/webhooks';
import { ErrorState } from '../../components/error-state';
import { FormButtons } from '../../components/form-buttons';
import { SecretModal } from '../../components/secret-modal';
import { useApiForm } from '../../components/use-api-form';
import type { Dialog } from '../../components/use-dialog';
import { useWebhookChanges } from './use-webhook-changes';
import { WebhookSecret } from './webhook-secret';

const OVERLAPS = { none: 0, day: 86_400, week: 604_800 } as const;

type Overlap = keyof typeof OVERLAPS;

const INITIAL: { overlap: Overlap } = { overlap: 'day' };

export function RotateSecretModal({ dialog }: { dialog: Dialog<Webhook> }) {
  const t = useTranslations('webhooks.rotate');
  return (
    <SecretModal<Webhook, NewWebhook>
      dialog={dialog}
      title={t('title')}
      ask={(webhook, onMade) => <RotateForm webhook={webhook} onRotated={onMade} onCancel={dialog.close} />}
      show={(created, onStored) => <WebhookSecret created={created} onStored={onStored} />}
    />
  );
}

interface FormProps {
  webhook: Webhook;
  onRotated: (created: NewWebhook) => void;
  onCancel: () => void;
}

function RotateForm({ webhook, onRotated, onCancel }: FormProps) {
  const t = useTranslations('webhooks.rotate');
  const { rotateSecret } = useWebhookChanges();
  const { field, onSubmit, isPending, formError } = useApiForm({
    initialValues: INITIAL,
    submit: ({ overlap }) => rotateSecret(webhook, OVERLAPS[overlap]),
    onDone: onRotated,
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        <Text>{t('text')}</Text>
        <Radio.Group label={t('overlap')} {...field('overlap')}>
          <Stack gap="xs" mt={6}>
            {(Object.keys(OVERLAPS) as Overlap[]).map((overlap) => (
              <Radio key={overlap} value={overlap} label={t(`overlaps.${overlap}`)} />
            ))}
          </Stack>
        </Radio.Group>
        {formError && <ErrorState error={formError} />}
        <FormButtons submit={t('submit')} isPending={isPending} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
