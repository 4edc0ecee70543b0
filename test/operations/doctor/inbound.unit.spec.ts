import type { DataSource } from 'typeorm';
import { describe, expect, it } from 'vitest';
import type { GatewayDriver } from '../../../src/gateway/driver.js';
import { driverNamed } from '../../../src/gateway/drivers/index.js';
import type { Device, DeviceLinks } from '../../../src/gateway/index.js';
import { checkTexts, usesInbound } from '../../../src/operations/doctor/devices.js';
import { EVOLUTION, startEvolution } from '../../gateway/drivers/fakes/evolution.js';
import { GOWA, startGowa } from '../../gateway/drivers/fakes/gowa.js';
import { OPENWA, startOpenwa } from '../../gateway/drivers/fakes/openwa.js';
import { startWaha, WAHA } from '../../gateway/drivers/fakes/waha.js';
import { deviceAt } from '../../gateway/support.js';

interface Gateway {
  bench: { token: string; settings: Record<string, string> };
  event: string;
  /** Without the event first. */
  start: () => Promise<{ url: string; subscribe: () => void }>;
}

const GATEWAYS: Record<string, Gateway> = {
  waha: {
    bench: WAHA,
    event: 'message',
    start: async () => {
      const fake = await startWaha();
      return { url: fake.url, subscribe: () => fake.webhookEvents.push('message') };
    },
  },
  gowa: {
    bench: GOWA,
    event: 'message',
    start: async () => {
      const fake = await startGowa();
      return { url: fake.url, subscribe: () => (fake.webhookEvents = 'message.ack,message') };
    },
  },
  evolution: {
    bench: EVOLUTION,
    event: 'MESSAGES_UPSERT',
    start: async () => {
      const fake = await startEvolution();
      return { url: fake.url, subscribe: () => fake.webhookEvents.push('MESSAGES_UPSERT') };
    },
  },
  openwa: {
    bench: OPENWA,
    event: 'message.received',
    start: async () => {
      const fake = await startOpenwa();
      return { url: fake.url, subscribe: () => fake.webhooks[0]?.events.push('message.received') };
    },
  },
};

const DEVICE = { name: 'otp-01' } as Device;

describe('the line about texts of users', () => {
  it.each(Object.entries(GATEWAYS))('of %s', async (name, { bench, event, start }) => {
    const { url, subscribe } = await start();
    const driver = driverNamed(name) as GatewayDriver;
    const access = deviceAt(url, bench.token, bench.settings);
    const links = { linkOf: () => ({ driver, access }) } as unknown as DeviceLinks;
    const fix = `Add the event ${event} to its webhook: docs/gateways.md has its set-up.`;
    expect(await checkTexts(DEVICE, links, true)).toEqual({
      result: 'bad',
      text: 'otp-01 does not report texts of users',
      fix,
    });
    expect(await checkTexts(DEVICE, links, false)).toEqual({
      result: 'none',
      text: `otp-01 does not report texts of users, for inbound verification: ${fix}`,
    });
    subscribe();
    expect(await checkTexts(DEVICE, links, true)).toEqual({
      result: 'good',
      text: 'otp-01 reports texts of users',
    });
  });

  it.each(['http', 'meta', 'telegram'])('is none of %s, which cannot be asked', async (name) => {
    const driver = driverNamed(name) as GatewayDriver;
    const links = { linkOf: () => ({ driver, access: {} }) } as unknown as DeviceLinks;
    expect(await checkTexts(DEVICE, links, true)).toBeUndefined();
  });
});

it.each([
  ['an account uses it', () => Promise.resolve([{ id: 1 }]), true],
  ['no account does', () => Promise.resolve([]), false],
  ['the table is not there yet', () => Promise.reject(new Error('no such table')), false],
])('a missing event is a fault where %s: %#', async (_, query, isUsed) => {
  expect(await usesInbound({ query } as unknown as DataSource)).toBe(isUsed);
});
