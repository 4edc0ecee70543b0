import { Group } from '@mantine/core';
import { EmailBadge } from '../../../components/email-badge';
import { Facts } from '../../../components/facts';
import { TextLink } from '../../../components/links';
import { Mono } from '../../../components/mono';
import { Section } from '../../../components/section';
import { useFormat, useTranslations } from '../../../i18n';
import type { AdminUser } from './api';

export function ProfileCard({ user }: { user: AdminUser }) {
  const t = useTranslations('admin.user');
  const format = useFormat();
  const facts = [
    { label: t('id'), value: user.id },
    { label: t('username'), value: <Mono>{user.username}</Mono> },
    { label: t('email'), value: <Email user={user} /> },
    { label: t('since'), value: format.time(user.created_at) },
  ];
  return (
    <Section title={t('profile')}>
      <Facts facts={facts} />
      <Group gap="lg" mt="md">
        <TextLink to="/admin/messages" search={{ user_id: user.id }}>
          {t('messages')}
        </TextLink>
        <TextLink to="/admin/audit" search={{ target: `user:${user.id}` }}>
          {t('audit')}
        </TextLink>
      </Group>
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
