import { Group } from '@mantine/core';
import { isAdmin } from '../../../api/session';
import { Tag } from '../../../components/tag';
import { useTranslations } from '../../../i18n';
import type { AdminUser } from './api';

export function RoleBadge({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.users.role');
  return <Tag tone={isAdmin(user) ? 'special' : 'plain'}>{t(isAdmin(user) ? 'admin' : 'user')}</Tag>;
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
