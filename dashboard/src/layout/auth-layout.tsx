import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Surface } from '../components/surface';
import { Brand } from './brand';
import classes from './layout.module.css';
import { OfflineNotice } from './offline-notice';
import { Preferences } from './preferences';

interface Props {
  children: ReactNode;
  /** Shown next to the card on a wide screen, otherwise below it. */
  beside?: ReactNode;
}

/** Layout of the pages outside an account: one card, with the preferences of the browser above it. */
export function AuthLayout({ children, beside }: Props) {
  return (
    <div className={classes.auth}>
      <Group component="header" justify="space-between" p="md">
        <Brand />
        <Preferences />
      </Group>
      <div className={classes.authBody} data-beside={beside !== undefined || undefined}>
        <main className={classes.authCard}>
          <OfflineNotice />
          <Surface p={{ base: 'lg', sm: 'xl' }}>{children}</Surface>
        </main>
        {beside}
      </div>
    </div>
  );
}
