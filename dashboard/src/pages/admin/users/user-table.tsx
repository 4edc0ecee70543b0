import { Stack } from '@mantine/core';
import { type Column, DataTable } from '../../../components/data-table';
import { Hint } from '../../../components/hint';
import { RowLink } from '../../../components/links';
import { Money } from '../../../components/money';
import { useFormat, useTranslations } from '../../../i18n';
import type { UsersSearch } from '../search';
import type { AdminUser } from './api';
import { RoleBadge, SuspensionBadge } from './user-badges';

interface Props {
  users: readonly AdminUser[];
  /** Search for the link back from an account. */
  search: UsersSearch;
}

export function UserTable({ users, search }: Props) {
  const t = useTranslations('admin.users');
  const columns: Column<AdminUser>[] = [
    {
      key: 'user',
      compact: 'start',
      label: t('columns.user'),
      render: (user) => <UserName user={user} search={search} />,
    },
    { key: 'email', compact: 'below', label: t('columns.email'), render: ({ email }) => email },
    { key: 'role', compact: 'below', label: t('columns.role'), render: (user) => <RoleBadge user={user} /> },
    {
      key: 'state',
      compact: 'below',
      label: t('columns.state'),
      render: (user) => <SuspensionBadge user={user} />,
    },
    { key: 'since', label: t('columns.since'), render: ({ created_at: at }) => <Day value={at} /> },
    {
      key: 'balance',
      compact: 'end',
      label: t('columns.balance'),
      isNumber: true,
      render: ({ credit_balance: balance }) => <Money value={balance} />,
    },
  ];
  return <DataTable label={t('title')} columns={columns} rows={users} rowKey={({ id }) => id} />;
}

function Day({ value }: { value: string }) {
  const { day } = useFormat();
  return <span style={{ whiteSpace: 'nowrap' }}>{day(value)}</span>;
}

interface NameProps extends Pick<Props, 'search'> {
  user: AdminUser;
}

function UserName({ user: { id, name, username }, search }: NameProps) {
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      <RowLink to="/admin/users/$id" params={{ id: String(id) }} state={{ list: search }} fw={600}>
        {name}
      </RowLink>
      <Hint>@{username}</Hint>
    </Stack>
  );
}
