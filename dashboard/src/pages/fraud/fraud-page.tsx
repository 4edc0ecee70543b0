import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/session';
import { Loaded } from '../../components/loaded';
import { PageHeader } from '../../components/page-header';
import { useTranslations } from '../../i18n';
import { FRAUD_OPERATIONS, type FraudScope, fraudSettingsQuery } from './api';
import { BlockList } from './block-list';
import { NumberLists } from './number-lists';
import { SettingsForm } from './settings-form';

/** Mode, blocks and lists of the own account. */
export const FraudPage = () => <Parts scope="own" />;

/** Mode, blocks and lists of all accounts, for administrators. */
export const AdminFraudPage = () => <Parts scope="all" />;

function Parts({ scope }: { scope: FraudScope }) {
  const t = useTranslations('fraud');
  const may = useMay();
  return (
    <>
      <PageHeader title={t('title')} description={t(`description.${scope}`)} />
      <Stack gap="lg">
        {may(FRAUD_OPERATIONS[scope].settings) && <Settings scope={scope} />}
        <BlockList scope={scope} />
        {may(FRAUD_OPERATIONS[scope].numbers) && <NumberLists scope={scope} />}
      </Stack>
    </>
  );
}

function Settings({ scope }: { scope: FraudScope }) {
  return (
    <Loaded query={useQuery(fraudSettingsQuery(scope))} height={220}>
      {(settings) => <SettingsForm scope={scope} settings={settings} />}
    </Loaded>
  );
}
