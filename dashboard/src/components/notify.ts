import type { NotificationData } from '@mantine/notifications';

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

/** Shows a message for some seconds. */
export function notify(notification: NotificationData): void {
  isWanted = true;
  for (const listener of listeners) listener();
  void import('@mantine/notifications').then(({ notifications }) => notifications.show(notification));
}
