import { Stack, Text } from '@mantine/core';
import {
  IconActivity,
  IconClipboardList,
  IconDeviceMobile,
  IconHistory,
  IconHome,
  IconKey,
  IconMessages,
  IconSend,
  IconShieldLock,
  IconUsers,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { isAdmin, useMe } from '../api/session';
import { NavigationLink } from '../components/links';
import classes from './layout.module.css';

const ACCOUNT = [
  { name: 'home', icon: IconHome, link: linkOptions({ to: '/', activeOptions: { exact: true } }) },
  { name: 'send', icon: IconSend, link: linkOptions({ to: '/send' }) },
  { name: 'history', icon: IconHistory, link: linkOptions({ to: '/history' }) },
  { name: 'keys', icon: IconKey, link: linkOptions({ to: '/keys' }) },
  { name: 'webhooks', icon: IconWebhook, link: linkOptions({ to: '/webhooks' }) },
  { name: 'credit', icon: IconWallet, link: linkOptions({ to: '/credit' }) },
  { name: 'security', icon: IconShieldLock, link: linkOptions({ to: '/security' }) },
] as const;

const ADMIN = [
  { name: 'users', icon: IconUsers, link: linkOptions({ to: '/admin/users' }) },
  { name: 'devices', icon: IconDeviceMobile, link: linkOptions({ to: '/admin/devices' }) },
  { name: 'messages', icon: IconMessages, link: linkOptions({ to: '/admin/messages' }) },
  { name: 'audit', icon: IconClipboardList, link: linkOptions({ to: '/admin/audit' }) },
  { name: 'system', icon: IconActivity, link: linkOptions({ to: '/admin/system' }) },
] as const;

type Entry = (typeof ACCOUNT | typeof ADMIN)[number];

/** `onNavigate` closes the drawer on a phone. */
export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const t = useTranslations('common.nav');
  return (
    <Stack gap={2}>
      {ACCOUNT.map((entry) => (
        <NavigationEntry key={entry.name} {...entry} onNavigate={onNavigate} />
      ))}
      {isAdmin(useMe()) && (
        <>
          <Text size="xs" fw={600} c="dimmed" mt="md" mb={4} px="sm">
            {t('admin')}
          </Text>
          {ADMIN.map((entry) => (
            <NavigationEntry key={entry.name} {...entry} onNavigate={onNavigate} />
          ))}
        </>
      )}
    </Stack>
  );
}

function NavigationEntry({ name, icon: Glyph, link, onNavigate }: Entry & { onNavigate: () => void }) {
  const t = useTranslations('common.nav');
  return (
    <NavigationLink
      {...link}
      className={classes.link}
      activeProps={{ active: true }}
      label={t(name)}
      leftSection={<Glyph size={20} stroke={1.7} aria-hidden />}
      onClick={onNavigate}
    />
  );
}
