import { Badge, Group } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { isAdmin } from '../../../api/session';
import type { AdminUser } from './api';

export function RoleBadge({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.users.role');
  return (
    <Badge variant="light" color={isAdmin(user) ? 'indigo' : 'gray'} tt="none" miw="max-content">
      {t(isAdmin(user) ? 'admin' : 'user')}
    </Badge>
  );
}

export function SuspensionBadge({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.users.state');
  return (
    <Badge variant="light" color={user.suspended ? 'red' : 'teal'} tt="none" miw="max-content">
      {t(user.suspended ? 'suspended' : 'active')}
    </Badge>
  );
}

export function EmailBadge({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.users.email');
  return (
    <Badge variant="light" color={user.email_verified ? 'teal' : 'orange'} tt="none" miw="max-content">
      {t(user.email_verified ? 'verified' : 'unverified')}
    </Badge>
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
