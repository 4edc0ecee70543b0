import { lazyImport } from './lazy-import';
import { type Tone, TONES } from './tones';

type Listener = () => void;

let isWanted = false;
const listeners = new Set<Listener>();

/** The notification library is loaded with the first notification. */
export const notified = {
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isWanted: () => isWanted,
};

/** Shows a notification. If its code cannot be loaded, nothing happens. */
export function notify(message: string, tone?: Tone): void {
  lazyImport(() => import('@mantine/notifications')).then(
    ({ notifications }) => {
      isWanted = true;
      for (const listener of listeners) listener();
      notifications.show({ message, ...(tone && { color: TONES[tone] }) });
    },
    () => undefined,
  );
}
