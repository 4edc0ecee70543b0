import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { type Column, DataTable } from '../../../components/data-table';
import { Hint } from '../../../components/hint';
import { RowLink } from '../../../components/links';
import { Money } from '../../../components/money';
import { Section } from '../../../components/section';
import type { Overview } from './api';

type Account = Overview['low_credit'][number];

/** Who will soon send no more: by the thresholds that accounts have set themselves, else by what is usual. */
export function LowCreditCard({ accounts }: { accounts: readonly Account[] }) {
  const t = useTranslations('admin.overview.lowCredit');
  const columns: Column<Account>[] = [
    {
      key: 'account',
      label: t('account'),
      render: ({ user_id: id, username }) => (
        <RowLink to="/admin/users/$id" params={{ id: String(id) }} fw={600}>
          {username === null ? `#${id}` : `@${username}`}
        </RowLink>
      ),
    },
    {
      key: 'balance',
      label: t('balance'),
      isNumber: true,
      render: ({ credit_balance: balance }) => <Money value={balance} />,
    },
    {
      key: 'threshold',
      label: t('threshold'),
      isNumber: true,
      render: ({ low_threshold: threshold }) =>
        threshold === null ? <Hint>{t('noThreshold')}</Hint> : <Money value={threshold} />,
    },
  ];
  return (
    <Section title={t('title')}>
      {accounts.length === 0 ? (
        <Text c="dimmed">{t('none')}</Text>
      ) : (
        <DataTable label={t('title')} columns={columns} rows={accounts} rowKey={({ user_id: id }) => id} />
      )}
    </Section>
  );
}
