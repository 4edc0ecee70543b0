import { Text } from '@mantine/core';
import { ApiError } from '../api/api-error';
import { useTranslations } from '../i18n';
import { DialogForm } from './dialog-form';
import { DialogModal } from './dialog-modal';
import { CurrentPasswordField } from './password-field';
import { useApiForm } from './use-api-form';
import type { Dialog } from './use-dialog';

export interface PasswordRequest {
  /** Repeats the call with the password; rejects with the API's error. */
  attempt: (password: string) => Promise<void>;
  abandon: (reason?: Error) => void;
}

/** Errors about the password. All other errors belong to the confirmed action. */
const PASSWORD_ERRORS: readonly string[] = [
  'current_password_required',
  'password_wrong',
  'rate_limited',
  'parameter_invalid',
];

export default function PasswordDialog({ dialog }: { dialog: Dialog<PasswordRequest> }) {
  const t = useTranslations('shared.confirmation');
  const cancel = () => {
    dialog.subject?.abandon();
    dialog.close();
  };
  return (
    <DialogModal dialog={{ ...dialog, close: cancel }} title={t('title')}>
      {(request) => <PasswordForm request={request} onDone={dialog.close} onCancel={cancel} />}
    </DialogModal>
  );
}

interface FormProps {
  request: PasswordRequest;
  onDone: () => void;
  onCancel: () => void;
}

function PasswordForm({ request, onDone, onCancel }: FormProps) {
  const t = useTranslations('shared.confirmation');
  const { field, ...form } = useApiForm({
    initialValues: { current_password: '' },
    submit: async ({ current_password }) => {
      try {
        await request.attempt(current_password);
      } catch (error) {
        if (!(error instanceof ApiError) || isPasswordError(error)) throw error;
        request.abandon(error);
      }
    },
    onDone,
  });
  return (
    <DialogForm {...form} submit={t('confirm')} onCancel={onCancel}>
      <Text size="sm">{t('text')}</Text>
      <CurrentPasswordField required data-autofocus {...field('current_password')} />
    </DialogForm>
  );
}

const isPasswordError = ({ code, fields }: ApiError): boolean =>
  PASSWORD_ERRORS.includes(code) && (code !== 'parameter_invalid' || fields.includes('current_password'));
