import { expect, it } from 'vitest';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { Metrics } from '../../src/platform/observability/index.js';
import { UsersService } from '../../src/users/index.js';
import { WebhookDelivery } from '../../src/webhook/webhook.entities.js';
import { WebhookCleanup } from '../../src/webhook/webhook-cleanup.js';
import { startTestApp, type TestApp } from '../support/app.js';
import type { Receiver } from './receiver.js';
import { useOutbound } from './set-up.js';
import { deliver, happen, newMessageId, newOwner, type Owner, register, WEBHOOK_ENV } from './support.js';

const DAY_SECONDS = 86_400;

let service: TestApp;
let receiver: Receiver;
let owner: Owner;
useOutbound(
  () => startTestApp({ env: { ...WEBHOOK_ENV, WEBHOOK_LOG_DAYS: '2' } }),
  (ready) => ({ service, receiver, owner } = ready),
);

const suspend = ({ userId }: Owner, suspended: boolean) =>
  service.database.tx((tx) => service.app.get(UsersService).suspend(tx, userId, suspended));
const waiting = () =>
  service.database.read.find(WebhookDelivery, { where: { userId: owner.userId }, order: { id: 'ASC' } });
const urlOf = (path: string) => receiver.url(path);
const types = (path: string) =>
  receiver.at(path).map(({ body }) => (JSON.parse(body) as { type: string }).type);

it('a suspended account’s webhooks are not called, and all that was queued comes in order once it is in use', async () => {
  const path = `/suspended-${owner.userId}`;
  await register(service, owner, urlOf(path));
  const messageId = newMessageId();
  await happen(service, owner.userId, { type: 'otp.sent', messageId });
  await suspend(owner, true);
  await happen(service, owner.userId, { type: 'otp.delivered', messageId });
  for (let round = 0; round < 5; round++) await deliver(service, 3600);
  expect(types(path)).toEqual([]);
  // Not one attempt of the schedule was spent, and nothing was put off.
  expect(await waiting()).toMatchObject([
    { state: 'pending', attempts: 0, leasedUntil: null },
    { state: 'pending', attempts: 0, leasedUntil: null },
  ]);
  await suspend(owner, false);
  await deliver(service);
  expect(types(path)).toEqual(['otp.sent', 'otp.delivered']);
});

it('a retry that a suspension came before is made after it, as the next of its schedule', async () => {
  const path = `/retried-${owner.userId}`;
  receiver.behave(path, { status: 500 });
  await register(service, owner, urlOf(path));
  await happen(service, owner.userId);
  await deliver(service);
  expect(await waiting()).toMatchObject([{ state: 'pending', attempts: 1 }]);
  await suspend(owner, true);
  await deliver(service, DAY_SECONDS);
  expect(await waiting()).toMatchObject([{ state: 'pending', attempts: 1 }]);
  receiver.behave(path, { status: 200 });
  await suspend(owner, false);
  await deliver(service);
  expect(types(path)).toHaveLength(2);
  expect(await waiting()).toMatchObject([{ state: 'delivered' }]);
});

it('what waits for a suspended account outlives the log, is no backlog, and holds up nobody else', async () => {
  const path = `/kept-${owner.userId}`;
  await register(service, owner, urlOf(path));
  await suspend(owner, true);
  await happen(service, owner.userId);
  const other = await newOwner(service);
  await register(service, other, urlOf(`/other-${other.userId}`));
  await happen(service, other.userId);
  await deliver(service);
  expect(types(`/other-${other.userId}`)).toHaveLength(1);
  service.clock.advance(3 * DAY_SECONDS);
  await service.app.get(Sweepers).runOnce('the purge of old webhook deliveries');
  await service.app.get(WebhookCleanup).noteBacklog();
  expect(await waiting()).toMatchObject([{ state: 'pending', attempts: 0 }]);
  expect(await service.app.get(Metrics).registry.getSingleMetricAsString('sandi_webhook_backlog')).toMatch(
    / 0$/m,
  );
  await suspend(owner, false);
  await deliver(service);
  expect(types(path)).toHaveLength(1);
});
