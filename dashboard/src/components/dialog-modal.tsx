import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Dialog } from './use-dialog';

interface Props<Subject> {
  dialog: Dialog<Subject>;
  title: string;
  size?: 'md' | 'lg';
  /** It shows what cannot be shown again: only a button of its content closes it. */
  isSticky?: boolean;
  children: (subject: Subject) => ReactNode;
}

/** A dialog with content of its own, which begins anew each time it opens. */
export function DialogModal<Subject>({
  dialog,
  title,
  size = 'md',
  isSticky = false,
  children,
}: Props<Subject>) {
  const t = useTranslations('common.actions');
  return (
    <Modal
      opened={dialog.isOpen}
      onClose={dialog.close}
      onExitTransitionEnd={dialog.returnFocus}
      title={title}
      size={size}
      centered
      withCloseButton={!isSticky}
      closeOnClickOutside={!isSticky}
      closeOnEscape={!isSticky}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {/* While it fades out, what it asked is answered. */}
      <div key={dialog.opening} inert={!dialog.isOpen}>
        {dialog.subject !== null && children(dialog.subject)}
      </div>
    </Modal>
  );
}
