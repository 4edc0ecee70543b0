import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Surface } from '../components/surface';
import { Brand } from './brand';
import classes from './layout.module.css';
import { OfflineNotice } from './offline-notice';
import { Preferences } from './preferences';

interface Props {
  children: ReactNode;
  /** At the side where there is room, else below. */
  beside?: ReactNode;
}

/** Around what stands outside the frame of an account: one card, with the choices of the browser above it. */
export function Door({ children, beside }: Props) {
  return (
    <div className={classes.door}>
      <Group component="header" justify="space-between" p="md">
        <Brand />
        <Preferences />
      </Group>
      <div className={classes.doorBody} data-beside={beside !== undefined || undefined}>
        <main className={classes.doorCard}>
          <OfflineNotice />
          <Surface p={{ base: 'lg', sm: 'xl' }}>{children}</Surface>
        </main>
        {beside}
      </div>
    </div>
  );
}
