import type { NewApiKey } from '../../api/api-keys';
import { SecretModal } from '../../components/secret-modal';
import type { Dialog } from '../../components/use-dialog';
import { useTranslations } from '../../i18n';
import { CreateKeyForm } from './create-key-form';
import { KeyOnce } from './key-once';

export function CreateKeyModal({ dialog }: { dialog: Dialog<true> }) {
  const t = useTranslations('keys.create');
  return (
    <SecretModal<true, NewApiKey>
      dialog={dialog}
      title={t('title')}
      ask={(_, make) => <CreateKeyForm make={make} onCancel={dialog.close} />}
      show={(created, onStored) => <KeyOnce created={created} onStored={onStored} />}
    />
  );
}
