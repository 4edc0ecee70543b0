import type { ComponentProps } from 'react';
import { ConfirmModal } from './confirm-modal';
import type { Dialog } from './use-dialog';

type ModalProps = Omit<ComponentProps<typeof ConfirmModal>, 'opened' | 'onClose' | 'onExited' | 'action'>;

interface Props<Subject> extends ModalProps {
  dialog: Dialog<Subject>;
  /** Runs when confirmed. */
  action: (subject: Subject) => Promise<unknown>;
}

/** Asks before something is done to what the dialog is about. */
export function ConfirmDialog<Subject>({ dialog, action, ...modal }: Props<Subject>) {
  const { isOpen, subject, close, returnFocus } = dialog;
  return (
    <ConfirmModal
      opened={isOpen}
      onClose={close}
      onExited={returnFocus}
      action={async () => subject !== null && action(subject)}
      {...modal}
    />
  );
}
