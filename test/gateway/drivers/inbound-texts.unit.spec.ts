import { describe, expect, it } from 'vitest';
import type { CallbackDevice, GatewayDriver, InboundText } from '../../../src/gateway/driver.js';
import { evolutionDriver } from '../../../src/gateway/drivers/evolution.driver.js';
import { gowaDriver } from '../../../src/gateway/drivers/gowa.driver.js';
import { driverNamed } from '../../../src/gateway/drivers/index.js';
import { openwaDriver } from '../../../src/gateway/drivers/openwa.driver.js';
import { wahaDriver } from '../../../src/gateway/drivers/waha/driver.js';
import { inboundText } from '../../../src/platform/text/inbound-text.rules.js';
import { deviceAt, fakeGateway, json, within } from '../support.js';
import { EVOLUTION, startEvolution } from './fakes/evolution.js';
import { deliveryOf } from './fakes/fake.js';
import { GOWA, startGowa } from './fakes/gowa.js';
import { META } from './fakes/meta.js';
import { OPENWA, startOpenwa } from './fakes/openwa.js';
import { startWaha, WAHA } from './fakes/waha.js';

const TEXT = inboundText('Toko Uji', 'A1b2C3d4E5f6G7h8J9k0');
const PHONE = '6281234567890';
const JID = `${PHONE}@s.whatsapp.net`;
const LID = '1000000000001@lid';

interface Gateway {
  settings: CallbackDevice['settings'];
  /** The body of a callback about a text. */
  body: (text: string, told: Record<string, unknown>) => object;
}

const waha = (event: string): Gateway => ({
  settings: WAHA.settings,
  body: (body, told) => ({
    id: 'evt_1',
    timestamp: 1767225605000,
    event,
    session: WAHA.settings['session'],
    payload: { id: 'false_1_3EB0', from: `${PHONE}@c.us`, fromMe: false, body, hasMedia: false, ...told },
  }),
});

const GATEWAYS: Record<string, Gateway & { driver: string }> = {
  http: {
    driver: 'http',
    settings: {},
    body: (text, told) => ({ event: 'message.inbound', payload: { id: '1', from: PHONE, text, ...told } }),
  },
  waha: { driver: 'waha', ...waha('message') },
  'waha, every message': { driver: 'waha', ...waha('message.any') },
  gowa: {
    driver: 'gowa',
    settings: GOWA.settings,
    body: (body, told) => ({
      event: 'message',
      device_id: '6281100000001@s.whatsapp.net',
      session_id: GOWA.settings['device_id'],
      payload: { id: '3EB0', chat_id: JID, from: JID, from_name: 'x', is_from_me: false, body, ...told },
    }),
  },
  evolution: {
    driver: 'evolution',
    settings: EVOLUTION.settings,
    body: (text, { key, message }) => ({
      event: 'messages.upsert',
      instance: EVOLUTION.settings['instance'],
      data: {
        key: { remoteJid: JID, fromMe: false, id: '3EB0', ...(key as object) },
        pushName: 'x',
        message: message ?? { conversation: text },
        messageType: 'conversation',
      },
      apikey: 'the-live-credential',
    }),
  },
  openwa: {
    driver: 'openwa',
    settings: OPENWA.settings,
    body: (body, told) => ({
      event: 'message.received',
      // Texts count whenever they come; the device state only if it is recent.
      timestamp: '2026-01-01T00:00:00.000Z',
      sessionId: OPENWA.settings.session,
      idempotencyKey: 'msg_1',
      deliveryId: 'dlv_1',
      data: { id: '3EB0', from: `${PHONE}@c.us`, fromMe: false, isGroup: false, body, type: 'text', ...told },
    }),
  },
  meta: {
    driver: 'meta',
    settings: META.settings,
    body: (body, told) => ({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { phone_number_id: META.settings['phone_number_id'] },
                contacts: [{ profile: { name: 'x' } }],
                messages: [{ from: PHONE, id: 'wamid.1', type: 'text', text: { body }, ...told }],
              },
            },
          ],
        },
      ],
    }),
  },
};

function read(name: string, text: string, told: Record<string, unknown> = {}): [string, string | null][] {
  const { driver, settings, body } = GATEWAYS[name] as (typeof GATEWAYS)[string];
  const callback = deliveryOf({ headers: {}, body: JSON.stringify(body(text, told)) });
  const parsed = driverNamed(driver)?.parseCallback(callback, { settings });
  expect(parsed?.statuses).toEqual([]);
  const shown = ({ text: said, sender }: InboundText): [string, string | null] => [
    said.reveal(),
    sender && sender.reveal(),
  ];
  return (parsed?.inbound ?? []).map(shown);
}

describe.each(Object.keys(GATEWAYS))('a text at %s', (name) => {
  it('with the form of a token comes with the phone of its sender', () => {
    expect(read(name, TEXT)).toEqual([[TEXT, PHONE]]);
  });

  it('of another form is dropped', () => {
    for (const text of ['Halo', 'SANDI-short', '', TEXT.replace('SANDI-', 'BANDI-'), 'x'.repeat(1001) + TEXT])
      expect(read(name, text)).toEqual([]);
  });
});

it.each([
  ['http', { from: null }, null],
  ['waha', { from: LID }, null],
  ['waha', { from: LID, _data: { Info: { Sender: LID, SenderAlt: `${PHONE}:3@s.whatsapp.net` } } }, PHONE],
  ['waha', { from: LID, _data: { key: { remoteJid: LID, remoteJidAlt: JID } } }, PHONE],
  ['gowa', { from: LID, from_lid: LID }, null],
  ['gowa', { from_lid: LID, chat_lid: LID }, PHONE],
  ['evolution', { key: { remoteJid: LID } }, null],
  ['evolution', { key: { remoteJid: LID, remoteJidAlt: JID } }, PHONE],
  ['evolution', { key: { remoteJid: LID, senderPn: JID } }, PHONE],
  ['evolution', { message: { extendedTextMessage: { text: TEXT } } }, PHONE],
  [
    'evolution',
    { message: { ephemeralMessage: { message: { extendedTextMessage: { text: TEXT } } } } },
    PHONE,
  ],
  ['openwa', { from: LID }, null],
  ['openwa', { from: LID, senderPhone: PHONE }, PHONE],
  ['meta', { from: undefined, from_user_id: 'ID.134' }, null],
])('the sender at %s with %j is %s', (name, told, sender) => {
  expect(read(name, TEXT, told)).toEqual([[TEXT, sender]]);
});

it.each([
  ['waha', { fromMe: true }],
  ['waha', { from: '120363000000000001@g.us', participant: JID }],
  ['gowa', { is_from_me: true }],
  ['gowa', { chat_id: '120363000000000001@g.us' }],
  ['evolution', { key: { fromMe: true } }],
  ['evolution', { key: { remoteJid: '120363000000000001@g.us', participant: JID } }],
  ['evolution', { message: { imageMessage: { caption: TEXT } } }],
  ['openwa', { fromMe: true }],
  ['openwa', { from: '120363000000000001@g.us', isGroup: true }],
  ['meta', { type: 'image', text: undefined }],
])('a text at %s that is our own, a group’s or none is dropped: %j', (name, told) => {
  expect(read(name, TEXT, told)).toEqual([]);
});

describe('what a device’s webhook lacks', () => {
  const missing = (driver: GatewayDriver, url: string, { token, settings }: typeof WAHA | typeof GOWA) =>
    driver.missingEvent?.(deviceAt(url, token, settings), within(1000));

  it('is told of WAHA’s session', async () => {
    const waha = await startWaha();
    expect(await missing(wahaDriver, waha.url, WAHA)).toBe('message');
    waha.webhookEvents = ['message', 'message.ack'];
    expect(await missing(wahaDriver, waha.url, WAHA)).toBeNull();
    waha.webhookEvents = ['message.any'];
    expect(await missing(wahaDriver, waha.url, WAHA)).toBeNull();
  });

  it('is told of GOWA’s device', async () => {
    const gowa = await startGowa();
    expect(await missing(gowaDriver, gowa.url, GOWA)).toBe('message');
    gowa.webhookEvents = 'message.ack, MESSAGE';
    expect(await missing(gowaDriver, gowa.url, GOWA)).toBeNull();
    gowa.webhookEvents = '';
    expect(await missing(gowaDriver, gowa.url, GOWA)).toBeNull();
  });

  it('is told of Evolution’s instance, as is its number', async () => {
    const evolution = await startEvolution();
    const device = deviceAt(evolution.url, EVOLUTION.token, EVOLUTION.settings);
    expect(await evolutionDriver.missingEvent(device, within(1000))).toBe('MESSAGES_UPSERT');
    evolution.webhookEvents.push('MESSAGES_UPSERT');
    expect(await evolutionDriver.missingEvent(device, within(1000))).toBeNull();
    expect(await evolutionDriver.ownNumber(device, within(1000))).toBe('6281100000001');
  });

  it('is told of OpenWA’s session, whose webhooks may be off', async () => {
    const openwa = await startOpenwa();
    const device = deviceAt(openwa.url, OPENWA.token, OPENWA.settings);
    expect(await openwaDriver.missingEvent(device, within(1000))).toBe('message.received');
    openwa.webhooks.push({ active: false, events: ['message.received'] });
    expect(await openwaDriver.missingEvent(device, within(1000))).toBe('message.received');
    openwa.webhooks.push({ active: true, events: ['*'] });
    expect(await openwaDriver.missingEvent(device, within(1000))).toBeNull();
    openwa.webhooks = [{ active: true, events: ['message.received'] }];
    expect(await openwaDriver.missingEvent(device, within(1000))).toBeNull();
    openwa.webhooks = [];
    expect(await openwaDriver.missingEvent(device, within(1000))).toBe('message.received');
  });

  it.each([
    [500, 'x'],
    [200, '{}'],
    [404, { status: 404 }],
  ])('is not told by an answer of %s %j', async (status, body) => {
    const { url } = await fakeGateway((response) => json(status, body)(response));
    for (const [driver, bench] of [
      [wahaDriver, WAHA],
      [gowaDriver, GOWA],
      [evolutionDriver, EVOLUTION],
      [openwaDriver, OPENWA],
    ] as const)
      expect(
        await driver.missingEvent(deviceAt(url, bench.token, bench.settings), within(1000)),
      ).toBeUndefined();
  });
});
