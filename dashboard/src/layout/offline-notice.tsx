import { Group, Text } from '@mantine/core';
import { IconWifiOff } from '@tabler/icons-react';
import { useOnline } from '../api/connection';
import { useStaleSince } from '../api/connection';
import { useFormat, useTranslations } from '../i18n';
import classes from './layout.module.css';

/** Says that the browser is offline or the service is unreachable. Loaded data stays visible. */
export function OfflineNotice() {
  const t = useTranslations('common.failure');
  const { clock } = useFormat();
  const isOnline = useOnline();
  const staleSince = useStaleSince();
  const text = !isOnline
    ? t('offline')
    : staleSince !== null && t('stale', { clock: clock(new Date(staleSince).toISOString()) });
  return (
    <div role="status">
      {text && (
        <Group className={classes.offline} gap="sm" wrap="nowrap">
          <IconWifiOff size={18} aria-hidden />
          <Text size="sm">{text}</Text>
        </Group>
      )}
    </div>
  );
}
