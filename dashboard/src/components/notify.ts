import type { NotificationData } from '@mantine/notifications';
import { withRest } from './with-rest';

type Listener = () => void;

let isWanted = false;
const listeners = new Set<Listener>();

/** Whether there has been a notification: their library is loaded with the first. */
export const notified = {
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isWanted: () => isWanted,
};

/** Shows a message for some seconds. Where its code cannot be had, the page goes on without it. */
export function notify(notification: NotificationData): void {
  withRest(() => import('@mantine/notifications')).then(
    ({ notifications }) => {
      isWanted = true;
      for (const listener of listeners) listener();
      notifications.show(notification);
    },
    () => undefined,
  );
}
