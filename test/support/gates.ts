import { vi } from 'vitest';
import { GatewayDispatcher } from '../../src/gateway/index.js';
import type { TestApp } from './app.js';

/** Something to wait for. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** Keeps what the next gateway answers from the service until it is let go; the message is on its way by then. */
export function holdAnswer({ app }: TestApp) {
  const [there, free] = [gate(), gate()];
  const dispatcher = app.get(GatewayDispatcher);
  const send = dispatcher.send.bind(dispatcher);
  vi.spyOn(dispatcher, 'send').mockImplementationOnce(async (message) => {
    const result = await send(message);
    there.open();
    await free.opened;
    return result;
  });
  return { arrived: there.opened, letGo: free.open };
}
