import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from '../i18n';
import { DialogBusy } from './dialog-busy';
import type { Dialog } from './use-dialog';

interface Props<Subject> {
  dialog: Dialog<Subject>;
  title: string;
  size?: 'md' | 'lg';
  /** For content that is shown once: only its own button closes the dialog. */
  isSticky?: boolean;
  children: (subject: Subject) => ReactNode;
}

/** A dialog. Each opening mounts its content again. It stays open while its form is being sent. */
export function DialogModal<Subject>({
  dialog,
  title,
  size = 'md',
  isSticky = false,
  children,
}: Props<Subject>) {
  const t = useTranslations('common.actions');
  const [isBusy, setBusy] = useState(false);
  const isHeld = isSticky || isBusy;
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      onExitTransitionEnd={dialog.returnFocus}
      title={title}
      size={size}
      centered
      withCloseButton={!isHeld}
      closeOnClickOutside={!isHeld}
      closeOnEscape={!isHeld}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {/* Inert while it fades out. */}
      <div key={dialog.opening} inert={!dialog.isOpen}>
        <DialogBusy value={setBusy}>{dialog.subject !== null && children(dialog.subject)}</DialogBusy>
      </div>
    </Modal>
  );
}
