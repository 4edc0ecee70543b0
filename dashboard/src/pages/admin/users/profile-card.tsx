import { Button, Group } from '@mantine/core';
import { useMayOpen, useMe } from '../../../api/session';
import { EmailBadge } from '../../../components/email-badge';
import { Facts } from '../../../components/facts';
import { TextLink } from '../../../components/links';
import { Mono } from '../../../components/mono';
import { Section } from '../../../components/section';
import { useDialog } from '../../../components/use-dialog';
import { useFormat, useTranslations } from '../../../i18n';
import { type AdminUser, useMayChange } from './api';
import { EmailModal } from './email-modal';

export function ProfileCard({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const format = useFormat();
  const newEmail = useDialog();
  const isMe = useMe().id === user.id;
  const may = useMayChange(user);
  const mayOpen = useMayOpen();
  const facts = [
    { label: t('id'), value: user.id },
    { label: t('username'), value: <Mono>{user.username}</Mono> },
    { label: t('email'), value: <Email user={user} /> },
    { label: t('since'), value: format.time(user.created_at) },
  ];
  return (
    <Section
      title={t('profile')}
      aside={
        !isMe &&
        may('setUserEmail') && (
          <Button variant="default" size="xs" onClick={() => newEmail.open(true)}>
            {t('newEmail.change')}
          </Button>
        )
      }
    >
      <Facts facts={facts} />
      <Group gap="lg" mt="md">
        {mayOpen('/admin/messages') && (
          <TextLink to="/admin/messages" search={{ user_id: user.id }}>
            {t('messages')}
          </TextLink>
        )}
        {mayOpen('/admin/audit') && (
          <TextLink to="/admin/audit" search={{ target: `user:${user.id}` }}>
            {t('audit')}
          </TextLink>
        )}
      </Group>
      <EmailModal user={user} dialog={newEmail} />
    </Section>
  );
}

function Email({ user }: { user: AdminUser }) {
  return (
    <Group gap={6}>
      {user.email}
      <EmailBadge isVerified={user.email_verified} />
    </Group>
  );
}
