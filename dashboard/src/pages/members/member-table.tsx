import { Group, Stack, Text } from '@mantine/core';
import { useMay } from '../../api/session';
import { type Column, DataTable } from '../../components/data-table';
import { Hint } from '../../components/hint';
import { TimeAgo } from '../../components/time-ago';
import { WriteButton } from '../../components/write-guard';
import { useTranslations } from '../../i18n';
import { lastOwnerOf, type Member } from './api';

interface Props {
  members: readonly Member[];
  onChange: (member: Member) => void;
  onRemove: (member: Member) => void;
}

export function MemberTable({ members, onChange, onRemove }: Props) {
  const t = useTranslations('members');
  const may = useMay();
  const lastOwner = lastOwnerOf(members);
  const columns: Column<Member>[] = [
    { key: 'name', compact: 'start', label: t('columns.name'), render: (member) => <Who {...member} /> },
    { key: 'role', compact: 'below', label: t('columns.role'), render: ({ role }) => t(`roles.${role}`) },
    {
      key: 'since',
      compact: 'below',
      label: t('columns.since'),
      render: ({ joined_at: at }) => <TimeAgo value={at} />,
    },
  ];
  const action: Column<Member> = {
    key: 'action',
    compact: 'last',
    label: t('columns.action'),
    render: (member) => (
      <Group gap="xs" wrap="nowrap">
        {member !== lastOwner && (
          <WriteButton
            size="compact-sm"
            variant="default"
            aria-label={t('changeTitle', { name: member.username })}
            onClick={() => onChange(member)}
          >
            {t('change')}
          </WriteButton>
        )}
        {!member.current && (
          <WriteButton
            size="compact-sm"
            variant="default"
            aria-label={t('removeTitle', { name: member.username })}
            onClick={() => onRemove(member)}
          >
            {t('remove')}
          </WriteButton>
        )}
      </Group>
    ),
  };
  return (
    <DataTable
      label={t('title')}
      columns={may('setMemberRole') ? [...columns, action] : columns}
      rows={members}
      rowKey={({ id }) => id}
    />
  );
}

function Who({ name, username, email, current }: Member) {
  const t = useTranslations('members');
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500}>
        {name} {current && `(${t('you')})`}
      </Text>
      <Hint size="xs">
        {username} · {email}
      </Hint>
    </Stack>
  );
}
