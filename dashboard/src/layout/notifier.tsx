import { lazy, Suspense, useSyncExternalStore } from 'react';
import { lazyImport } from '../components/lazy-import';
import { notified } from '../components/notify';

const Notifications = lazy(async () => ({
  default: (await lazyImport(() => import('@mantine/notifications'))).Notifications,
}));

/** Renders notifications once there are any. */
export function Notifier() {
  const isWanted = useSyncExternalStore(notified.subscribe, notified.isWanted);
  return <Suspense>{isWanted && <Notifications position="bottom-center" />}</Suspense>;
}
