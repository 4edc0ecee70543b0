import {
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconWebhook,
} from '@tabler/icons-react';
import type { ApiKey } from '../../api/api-keys';
import { ActionItem, ActionMenu, DangerItem } from '../../components/action-menu';
import { useTranslations } from '../../i18n';
import type { KeyDialogStates } from './use-key-dialogs';
import { useKeyState } from './use-key-state';

interface Props {
  apiKey: ApiKey;
  dialogs: KeyDialogStates;
}

/** Menu of a key. An expired key can only be edited or deleted. */
export function KeyMenu({ apiKey, dialogs }: Props) {
  const t = useTranslations('keys.menu');
  const state = useKeyState(apiKey);
  return (
    <ActionMenu needs="updateApiKey" label={t('label', { name: apiKey.name })}>
      <ActionItem icon={IconPencil} onClick={() => dialogs.edit.open(apiKey)}>
        {t('edit')}
      </ActionItem>
      {state === 'active' && (
        <ActionItem icon={IconRefresh} onClick={() => dialogs.rotate.open(apiKey)}>
          {t('rotate')}
        </ActionItem>
      )}
      {state !== 'expired' && (
        <>
          <ActionItem icon={IconWebhook} onClick={() => dialogs.hookSecret.open(apiKey)}>
            {t('hookSecret')}
          </ActionItem>
          <ActionItem
            icon={apiKey.active ? IconPlayerPause : IconPlayerPlay}
            onClick={() => dialogs.activity.open(apiKey)}
          >
            {t(apiKey.active ? 'deactivate' : 'activate')}
          </ActionItem>
        </>
      )}
      <DangerItem icon={IconTrash} onClick={() => dialogs.remove.open(apiKey)}>
        {t('remove')}
      </DangerItem>
    </ActionMenu>
  );
}
