import { ConfirmDialog } from '../../components/confirm-dialog';
import { useTranslations } from '../../i18n';
import { useKeyChanges } from './api';
import { EditKeyModal } from './edit-key-modal';
import { HookSecretModal } from './hook-secret-modal';
import { RotateKeyModal } from './rotate-key-modal';
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
  const { subject } = dialog;
  const t = useTranslations(subject?.active ? 'keys.deactivate' : 'keys.activate');
  const { update } = useKeyChanges();
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t('title')}
      confirm={t('submit')}
      action={(key) => update(key, { active: !key.active })}
    >
      {t('text', { name: subject?.name ?? '' })}
    </ConfirmDialog>
  );
}

function RemoveModal({ dialog }: { dialog: KeyDialogStates['remove'] }) {
  const t = useTranslations('keys.remove');
  const { remove } = useKeyChanges();
  return (
    <ConfirmDialog dialog={dialog} title={t('title')} confirm={t('submit')} isDangerous action={remove}>
      {t('text', { name: dialog.subject?.name ?? '' })}
    </ConfirmDialog>
  );
}
