import { Stack, Text } from '@mantine/core';
import {
  IconBan,
  IconChartBar,
  IconExternalLink,
  IconHistory,
  IconHome,
  IconKey,
  IconSend,
  IconShieldCheck,
  IconUserCircle,
  IconWallet,
  IconWebhook,
} from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { isAdmin, useMayOpen, useMe } from '../api/session';
import { NavigationLink } from '../components/links';
import { useTranslations } from '../i18n';
import type { ADMIN_PAGES } from './admin-pages';
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

/** The pages for administrators. Loaded before the layout, and only for administrators. */
export const adminPagesQuery = queryOptions({
  queryKey: ['admin-pages'],
  queryFn: async () => (await import('./admin-pages')).ADMIN_PAGES,
  staleTime: Infinity,
  gcTime: Infinity,
});

type Entry = (typeof ACCOUNT | typeof ADMIN_PAGES)[number];

function useAdminPages(): readonly Entry[] {
  const isShown = isAdmin(useMe());
  const { data = [] } = useQuery({ ...adminPagesQuery, enabled: isShown });
  return isShown ? data : [];
}

/** The entries that the roles of the login allow. */
function useEntries(entries: readonly Entry[]): readonly Entry[] {
  const mayOpen = useMayOpen();
  return entries.filter(({ link }) => mayOpen(link.to));
}

/** All pages of the navigation with their labels. */
export function usePages() {
  const t = useTranslations('common.nav');
  const entries = useEntries([...ACCOUNT, ...useAdminPages()]);
  return entries.map(({ name, link }) => ({ name, label: t(name), link }));
}

/** `onNavigate` closes the drawer on a phone. */
export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const t = useTranslations('common.nav');
  const account = useEntries(ACCOUNT);
  const admin = useEntries(useAdminPages());
  return (
    <Stack gap={2}>
      {account.map((entry) => (
        <NavigationEntry key={entry.name} {...entry} onNavigate={onNavigate} />
      ))}
      {/* Served by the service, not a page of the dashboard. */}
      <a href="/docs" target="_blank" rel="noopener" className={classes.link} onClick={onNavigate}>
        <IconExternalLink size={20} stroke={1.7} aria-hidden />
        {t('docs')}
      </a>
      {admin.length > 0 && (
        <>
          <Text size="xs" fw={600} c="dimmed" mt="md" mb={4} px="sm">
            {t('admin')}
          </Text>
          {admin.map((entry) => (
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
