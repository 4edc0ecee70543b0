import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslations } from '../i18n';
import { DialogBusy } from './dialog-busy';
import type { Dialog } from './use-dialog';

interface Props<Subject> {
  dialog: Dialog<Subject>;
  title: string;
  size?: 'md' | 'lg';
  /** It shows what cannot be shown again: only a button of its content closes it. */
  isSticky?: boolean;
  children: (subject: Subject) => ReactNode;
}

/** A dialog with content of its own, which begins anew each time it rowLink, and stays while its form is on the way. */
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
      {/* While it fades out, what it asked is answered. */}
      <div key={dialog.opening} inert={!dialog.isOpen}>
        <DialogBusy value={setBusy}>{dialog.subject !== null && children(dialog.subject)}</DialogBusy>
      </div>
    </Modal>
  );
}
