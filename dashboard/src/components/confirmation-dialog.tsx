import { Text } from '@mantine/core';
import { ApiError } from '../api/api-error';
import { useTranslations } from '../i18n';
import { DialogForm } from './dialog-form';
import { DialogModal } from './dialog-modal';
import { CurrentPasswordField } from './password-field';
import { useApiForm } from './use-api-form';
import type { Dialog } from './use-dialog';

export interface Asked {
  /** Does what was asked for, with the password; fails as the API does. */
  attempt: (password: string) => Promise<void>;
  giveUp: (reason?: Error) => void;
}

/** Failures of the confirmation itself; all others are about what is confirmed, and told there. */
const OF_PASSWORD: readonly string[] = [
  'current_password_required',
  'password_wrong',
  'rate_limited',
  'parameter_invalid',
];

/** Asks whoever is here for their password. */
export default function ConfirmationDialog({ dialog }: { dialog: Dialog<Asked> }) {
  const t = useTranslations('common.confirmation');
  const cancel = () => {
    dialog.subject?.giveUp();
    dialog.close();
  };
  return (
    <DialogModal dialog={{ ...dialog, close: cancel }} title={t('title')}>
      {(asked) => <PasswordForm asked={asked} onDone={dialog.close} onCancel={cancel} />}
    </DialogModal>
  );
}

interface FormProps {
  asked: Asked;
  onDone: () => void;
  onCancel: () => void;
}

function PasswordForm({ asked, onDone, onCancel }: FormProps) {
  const t = useTranslations('common');
  const { field, ...form } = useApiForm({
    initialValues: { current_password: '' },
    submit: async ({ current_password }) => {
      try {
        await asked.attempt(current_password);
      } catch (error) {
        if (!(error instanceof ApiError) || isOfPassword(error)) throw error;
        asked.giveUp(error);
      }
    },
    onDone,
  });
  return (
    <DialogForm {...form} submit={t('confirmation.confirm')} onCancel={onCancel}>
      <Text size="sm">{t('confirmation.text')}</Text>
      <CurrentPasswordField required data-autofocus {...field('current_password')} />
    </DialogForm>
  );
}

const isOfPassword = ({ code, fields }: ApiError): boolean =>
  OF_PASSWORD.includes(code) && (code !== 'parameter_invalid' || fields.includes('current_password'));
