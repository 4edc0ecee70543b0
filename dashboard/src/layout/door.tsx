import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Surface } from '../components/surface';
import { Brand } from './brand';
import classes from './layout.module.css';
import { OfflineNotice } from './offline-notice';
import { Preferences } from './preferences';

/** Around what stands outside the frame of an account: one card, with the choices of the browser above it. */
export function Door({ children }: { children: ReactNode }) {
  return (
    <div className={classes.door}>
      <Group component="header" justify="space-between" p="md">
        <Brand />
        <Preferences />
      </Group>
      <main className={classes.doorBody}>
        <div className={classes.doorCard}>
          <OfflineNotice />
          <Surface p={{ base: 'lg', sm: 'xl' }}>{children}</Surface>
        </div>
      </main>
    </div>
  );
}
