import { lazy, Suspense, useSyncExternalStore } from 'react';
import { notified } from '../components/notify';
import { withRest } from '../components/with-rest';

const Notifications = lazy(async () => ({
  default: (await withRest(() => import('@mantine/notifications'))).Notifications,
}));

/** Where notifications show, once there are any. */
export function Notifier() {
  const isWanted = useSyncExternalStore(notified.subscribe, notified.isWanted);
  return <Suspense>{isWanted && <Notifications position="bottom-center" />}</Suspense>;
}
