import { useTranslations } from 'use-intl';
import { ConfirmModal } from '../../components/confirm-modal';
import { EditKeyModal } from './edit-key-modal';
import { HookSecretModal } from './hook-secret-modal';
import { RotateKeyModal } from './rotate-key-modal';
import { useKeyChanges } from './use-key-changes';
import type { KeyDialogStates } from './use-key-dialogs';

export function KeyDialogs({ dialogs }: { dialogs: KeyDialogStates }) {
  return (
    <>
      <EditKeyModal dialog={dialogs.edit} />
      <RotateKeyModal dialog={dialogs.rotate} />
      <HookSecretModal dialog={dialogs.hookSecret} />
      <ActivityModal dialog={dialogs.activity} />
      <RemoveModal dialog={dialogs.remove} />
    </>
  );
}

function ActivityModal({ dialog }: { dialog: KeyDialogStates['activity'] }) {
  const { isOpen, subject, close, returnFocus } = dialog;
  const t = useTranslations(subject?.active ? 'keys.deactivate' : 'keys.activate');
  const { update } = useKeyChanges();
  return (
    <ConfirmModal
      opened={isOpen}
      onClose={close}
      onExited={returnFocus}
      title={t('title')}
      confirm={t('submit')}
      action={async () => subject && update(subject, { active: !subject.active })}
    >
      {t('text', { name: subject?.name ?? '' })}
    </ConfirmModal>
  );
}

function RemoveModal({ dialog }: { dialog: KeyDialogStates['remove'] }) {
  const { isOpen, subject, close, returnFocus } = dialog;
  const t = useTranslations('keys.remove');
  const { remove } = useKeyChanges();
  return (
    <ConfirmModal
      opened={isOpen}
      onClose={close}
      onExited={returnFocus}
      title={t('title')}
      confirm={t('submit')}
      isDangerous
      action={async () => subject && remove(subject)}
    >
      {t('text', { name: subject?.name ?? '' })}
    </ConfirmModal>
  );
}
