import { Group } from '@mantine/core';
import { Tag } from '../../../components/tag';
import { useTranslations } from '../../../i18n';
import type { AdminUser } from './api';

export function RoleBadge({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.users');
  const { admin_role: role } = user;
  if (role === null) return <Tag tone="plain">{t('role.user')}</Tag>;
  return (
    <Tag tone="special">
      {role === 'operator' ? t('role.admin') : t('role.other', { role: t(`adminRole.${role}`) })}
    </Tag>
  );
}

export function SuspensionBadge({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.users.state');
  return <Tag tone={user.suspended ? 'off' : 'good'}>{t(user.suspended ? 'suspended' : 'active')}</Tag>;
}

export function UserBadges({ user }: { user: AdminUser }) {
  return (
    <Group gap={6}>
      <RoleBadge user={user} />
      <SuspensionBadge user={user} />
    </Group>
  );
}
