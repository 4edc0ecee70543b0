import { Stack, Text } from '@mantine/core';
import {
  IconActivity,
  IconBan,
  IconChartBar,
  IconClipboardList,
  IconCoins,
  IconDeviceMobile,
  IconExternalLink,
  IconFileInvoice,
  IconHistory,
  IconHome,
  IconKey,
  IconMessages,
  IconReceipt,
  IconScale,
  IconSend,
  IconShieldCheck,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { isAdmin, useMe } from '../api/session';
import { NavigationLink } from '../components/links';
import { useTranslations } from '../i18n';
import classes from './layout.module.css';

const ACCOUNT = [
  { name: 'home', icon: IconHome, link: linkOptions({ to: '/', activeOptions: { exact: true } }) },
  { name: 'send', icon: IconSend, link: linkOptions({ to: '/send' }) },
  { name: 'history', icon: IconHistory, link: linkOptions({ to: '/history' }) },
  { name: 'analytics', icon: IconChartBar, link: linkOptions({ to: '/analytics' }) },
  { name: 'keys', icon: IconKey, link: linkOptions({ to: '/keys' }) },
  { name: 'requests', icon: IconBan, link: linkOptions({ to: '/requests' }) },
  { name: 'webhooks', icon: IconWebhook, link: linkOptions({ to: '/webhooks' }) },
  { name: 'fraud', icon: IconShieldCheck, link: linkOptions({ to: '/fraud' }) },
  { name: 'credit', icon: IconWallet, link: linkOptions({ to: '/credit' }) },
  { name: 'account', icon: IconUserCircle, link: linkOptions({ to: '/account' }) },
] as const;

const ADMIN = [
  { name: 'system', icon: IconActivity, link: linkOptions({ to: '/admin/system' }) },
  { name: 'users', icon: IconUsers, link: linkOptions({ to: '/admin/users' }) },
  { name: 'topUps', icon: IconReceipt, link: linkOptions({ to: '/admin/top-ups' }) },
  { name: 'prices', icon: IconCoins, link: linkOptions({ to: '/admin/prices' }) },
  { name: 'costs', icon: IconScale, link: linkOptions({ to: '/admin/costs' }) },
  { name: 'serviceFraud', icon: IconShieldCheck, link: linkOptions({ to: '/admin/fraud' }) },
  { name: 'statements', icon: IconFileInvoice, link: linkOptions({ to: '/admin/statements' }) },
  { name: 'reservedBrands', icon: IconShieldLock, link: linkOptions({ to: '/admin/reserved-brands' }) },
  { name: 'devices', icon: IconDeviceMobile, link: linkOptions({ to: '/admin/devices' }) },
  { name: 'messages', icon: IconMessages, link: linkOptions({ to: '/admin/messages' }) },
  { name: 'serviceAnalytics', icon: IconChartBar, link: linkOptions({ to: '/admin/analytics' }) },
  { name: 'audit', icon: IconClipboardList, link: linkOptions({ to: '/admin/audit' }) },
] as const;

type Entry = (typeof ACCOUNT | typeof ADMIN)[number];

/** All pages of the navigation with their labels. */
export function usePages() {
  const t = useTranslations('common.nav');
  const entries: readonly Entry[] = isAdmin(useMe()) ? [...ACCOUNT, ...ADMIN] : ACCOUNT;
  return entries.map(({ name, link }) => ({ name, label: t(name), link }));
}

/** `onNavigate` closes the drawer on a phone. */
export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const t = useTranslations('common.nav');
  return (
    <Stack gap={2}>
      {ACCOUNT.map((entry) => (
        <NavigationEntry key={entry.name} {...entry} onNavigate={onNavigate} />
      ))}
      {/* Served by the service, not a page of the dashboard. */}
      <a href="/docs" target="_blank" rel="noopener" className={classes.link} onClick={onNavigate}>
        <IconExternalLink size={20} stroke={1.7} aria-hidden />
        {t('docs')}
      </a>
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
    <NavigationLink {...link} className={classes.link} onClick={onNavigate}>
      <Glyph size={20} stroke={1.7} aria-hidden />
      {t(name)}
    </NavigationLink>
  );
}
