import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { keepBooks, type TestApp } from '../support/app.js';
import { Receiver } from './receiver.js';
import { newOwner, type Owner } from './support.js';

interface Ready<Service> {
  service: Service;
  receiver: Receiver;
  owner: Owner;
}

/** One service and one receiver for the tests of a file; before each of them `onReady` gets both, and a new owner. */
export function useOutbound<Service extends TestApp>(
  start: () => Promise<Service>,
  onReady: (ready: Ready<Service>) => void,
): void {
  let service: Service;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await start();
    receiver = await Receiver.start();
  });
  beforeEach(async () => {
    receiver.received.length = 0;
    onReady({ service, receiver, owner: await newOwner(service) });
  });
  afterEach(() => service.clock.reset());
  afterAll(async () => {
    await receiver.close();
    await service.close();
  });
  keepBooks(() => service);
}
