import { Group, Text } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useOnline } from '../api/use-online';
import classes from './layout.module.css';

/** Tells that the browser has no network; what was loaded stays to be read. */
export function OfflineNotice() {
  const t = useTranslations('common.failure');
  const isOnline = useOnline();
  return (
    <div role="status">
      {!isOnline && (
        <Group className={classes.offline} gap="sm" wrap="nowrap">
          <IconWifiOff size={18} aria-hidden />
          <Text size="sm">{t('offline')}</Text>
        </Group>
      )}
    </div>
  );
}
