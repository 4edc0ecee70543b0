import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { apiKeysQuery, type NewApiKey } from '../../api/api-keys';
import { DocsLink } from '../../components/docs-link';
import { EmptyState } from '../../components/empty-state';
import { TextLink } from '../../components/links';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { SecretModal } from '../../components/secret-modal';
import { Surface } from '../../components/surface';
import { type Dialog, useDialog } from '../../components/use-dialog';
import { WriteButton } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { CreateKeyForm } from './create-key-form';
import { KeyDialogs } from './key-dialogs';
import { KeyOnce } from './key-once';
import { KeyTable } from './key-table';
import { useKeyDialogs } from './use-key-dialogs';

export function KeysPage() {
  const t = useTranslations('keys');
  const creation = useDialog();
  const dialogs = useKeyDialogs();
  const create = (
    <WriteButton
      needs="createApiKey"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => creation.open(true)}
    >
      {t('create.title')}
    </WriteButton>
  );
  return (
    <>
      <PageHeader title={t('title')} description={<Described />} actions={create} />
      <Surface>
        <Loaded query={useQuery(apiKeysQuery)} rows={4}>
          {(list) =>
            list.length === 0 ? (
              <EmptyState icon={IconKey} title={t('empty.title')} text={t('empty.text')} />
            ) : (
              <KeyTable list={list} dialogs={dialogs} />
            )
          }
        </Loaded>
      </Surface>
      <CreateKeyModal dialog={creation} />
      <KeyDialogs dialogs={dialogs} />
    </>
  );
}

function Described() {
  const t = useTranslations('keys');
  return (
    <>
      {t('description')} <DocsLink to="/docs/guide">{t('guide')}</DocsLink> ·{' '}
      <DocsLink to="/docs">{t('documents')}</DocsLink> ·{' '}
      <TextLink to="/requests" underline="always">
        {t('refused')}
      </TextLink>
    </>
  );
}

function CreateKeyModal({ dialog }: { dialog: Dialog<true> }) {
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
