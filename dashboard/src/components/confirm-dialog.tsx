import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from '../i18n';
import { useDialogBusy } from './dialog-busy';
import { DialogModal } from './dialog-modal';
import { ErrorState } from './error-state';
import { DANGER } from './tones';
import type { Dialog } from './use-dialog';

interface Props<Subject> {
  dialog: Dialog<Subject>;
  title: string;
  children: ReactNode;
  confirm: string;
  /** The button that closes the dialog without doing anything. */
  cancelLabel?: string;
  isDangerous?: boolean;
  /** Runs when confirmed. The dialog closes on success and shows the error on failure. */
  action: (subject: Subject) => Promise<unknown>;
}

/** Asks for confirmation before an action. */
export function ConfirmDialog<Subject>(props: Props<Subject>) {
  return (
    <DialogModal dialog={props.dialog} title={props.title}>
      {(subject) => <Question subject={subject} {...props} />}
    </DialogModal>
  );
}

function Question<Subject>(props: Props<Subject> & { subject: Subject }) {
  const { dialog, subject, children, confirm, cancelLabel, isDangerous, action } = props;
  const t = useTranslations('common.actions');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => action(subject),
    onSuccess: dialog.close,
  });
  useDialogBusy(isPending);
  return (
    <Stack>
      <div>{children}</div>
      {error && <ErrorState error={error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={dialog.close} disabled={isPending} data-autofocus>
          {cancelLabel ?? t('cancel')}
        </Button>
        <Button color={isDangerous ? DANGER : undefined} loading={isPending} onClick={() => mutate()}>
          {confirm}
        </Button>
      </Group>
    </Stack>
  );
}
