import { Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { isAdmin } from '../../../api/session';
import { Tag } from '../../../components/tag';
import type { AdminUser } from './api';

export function RoleBadge({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.users.role');
  return <Tag color={isAdmin(user) ? 'indigo' : 'gray'}>{t(isAdmin(user) ? 'admin' : 'user')}</Tag>;
}

export function SuspensionBadge({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.users.state');
  return <Tag color={user.suspended ? 'red' : 'teal'}>{t(user.suspended ? 'suspended' : 'active')}</Tag>;
}

export function EmailBadge({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.users.email');
  return (
    <Tag color={user.email_verified ? 'teal' : 'orange'}>
      {t(user.email_verified ? 'verified' : 'unverified')}
    </Tag>
  );
}

export function UserBadges({ user }: { user: AdminUser }) {
  return (
    <Group gap={6}>
      <RoleBadge user={user} />
      <SuspensionBadge user={user} />
    </Group>
  );
}
