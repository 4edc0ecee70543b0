import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from '../i18n';
import { useDialogBusy } from './dialog-busy';
import { ErrorState } from './error-state';
import type { FormState } from './use-api-form';

interface Props extends FormState {
  submit: string;
  onCancel: () => void;
  children: ReactNode;
}

/**
 * A form in a dialog: fields, the error that belongs to no field, and buttons. It cannot be cancelled while
 * it is being sent.
 */
export function DialogForm({ onSubmit, isPending, formError, submit, onCancel, children }: Props) {
  const t = useTranslations('common.actions');
  useDialogBusy(isPending);
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack>
        {children}
        {formError && <ErrorState error={formError} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel} disabled={isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
