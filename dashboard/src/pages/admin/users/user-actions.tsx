import { Button, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { isAdmin, useMe } from '../../../api/session';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { useDialog } from '../../../components/use-dialog';
import type { AdminUser } from './queries';
import { useUserChanges } from './use-user-changes';

/** Suspension and role; of one's own account neither, so that nobody locks themselves out. */
export function UserActions({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const isMe = useMe().id === user.id;
  if (isMe) {
    return (
      <Text size="sm" c="dimmed" maw={320}>
        {t('isYou')}
      </Text>
    );
  }
  return (
    <>
      <RoleButton user={user} />
      <SuspensionButton user={user} />
    </>
  );
}

function SuspensionButton({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const dialog = useDialog();
  const { suspend } = useUserChanges(user);
  const key = user.suspended ? 'reactivate' : 'suspend';
  return (
    <>
      <Button variant={user.suspended ? 'filled' : 'default'} onClick={() => dialog.open(true)}>
        {t(key)}
      </Button>
      <ConfirmDialog
        dialog={dialog}
        title={t(`${key}Title`, { name: user.name })}
        confirm={t(key)}
        isDangerous={!user.suspended}
        action={() => suspend(!user.suspended)}
      >
        {t(`${key}Text`)}
      </ConfirmDialog>
    </>
  );
}

function RoleButton({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const dialog = useDialog();
  const { setRole } = useUserChanges(user);
  const key = isAdmin(user) ? 'demote' : 'promote';
  return (
    <>
      <Button variant="default" onClick={() => dialog.open(true)}>
        {t(key)}
      </Button>
      <ConfirmDialog
        dialog={dialog}
        title={t(`${key}Title`, { name: user.name })}
        confirm={t(key)}
        isDangerous={isAdmin(user)}
        action={() => setRole(isAdmin(user) ? 'user' : 'admin')}
      >
        {t(`${key}Text`)}
      </ConfirmDialog>
    </>
  );
}
