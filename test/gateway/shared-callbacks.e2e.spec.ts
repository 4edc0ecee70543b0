import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Device } from '../../src/gateway/device.entities.js';
import { DevicePool } from '../../src/gateway/index.js';
import { CallbackInbox } from '../../src/otp/index.js';
import { InboxEntry, Message } from '../../src/otp/message.entities.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { createAccount, sendBody } from '../support/factories.js';
import { adminToken } from '../support/tokens.js';
import { addDevice, clearDevices } from './devices.js';
import { callBack, type Desk, type FakeRequest } from './drivers/fakes/fake.js';
import {
  acceptance,
  batch,
  change,
  META,
  refusal,
  sentIn,
  signedBy,
  startMeta,
  status,
} from './drivers/fakes/meta.js';
import { ack, startWaha, WAHA } from './drivers/fakes/waha.js';

const OTHER_NUMBER = '200000000000003';
const OTHER_SECRET = 'another-app-secret';

let test: TestApp;
let key: string;
beforeAll(async () => {
  test = await startTestApp({ env: { GATEWAY_TIMEOUT_MS: '2000' } });
  ({ key } = await createAccount(test, 100_000));
});
afterAll(() => test.close());
beforeEach(() => clearDevices(test));
keepBooks(() => test);

const addressOf = ({ id }: Device) => `/api/webhook/gateway/${id}`;
const sealed = (secret: string) => test.app.get(Sealer).seal(secret);
const send = () => test.api.post('/api/otp/send', sendBody(), { token: key });
const messageBy = (gatewayMessageId: string) => test.database.read.findOneBy(Message, { gatewayMessageId });

/** Sends through whichever device there is and returns the message's id at the gateway. */
async function sent(): Promise<string> {
  const { status: httpStatus, body } = await send();
  expect(httpStatus).toBe(200);
  return (body.data as { message_id: string }).message_id;
}

const metaDevice = (meta: Desk, number: string, secret: string, rest: Partial<Device> = {}) =>
  addDevice(test, meta.url, META.token, {
    driver: 'meta',
    settings: { phone_number_id: number, template: 'otp_id' },
    webhookSecretSealed: sealed(secret),
    ...rest,
  });

describe('two numbers of one Meta app', () => {
  const bothNumbers = [META.settings.phone_number_id, OTHER_NUMBER];

  it('get their statuses at whichever address the app knows', async () => {
    const meta = await startMeta(bothNumbers);
    const idle = await metaDevice(meta, META.settings.phone_number_id, META.secret, { state: 'draining' });
    const used = await metaDevice(meta, OTHER_NUMBER, META.secret);
    const [first, second] = [await sent(), await sent()];
    const told = batch(
      [change([{ id: first, status: 'sent' }], OTHER_NUMBER)],
      [
        change(
          [
            { id: first, status: 'read' },
            { id: second, status: 'failed', errors: [{ code: 131026, title: 'Undeliverable' }] },
          ],
          OTHER_NUMBER,
        ),
        // Of a number that no device has.
        change([{ id: 'wamid.FOREIGN', status: 'read' }], '200000000000009'),
      ],
    );
    for (let i = 0; i < 2; i++) expect(await callBack(test.url + addressOf(idle), told)).toAnswer(200);
    expect(await messageBy(first)).toMatchObject({ status: 'delivered', deviceId: used.id });
    expect(await messageBy(second)).toMatchObject({
      status: 'failed',
      errorMessage: 'Undeliverable (131026)',
      creditUsed: 0,
    });
    expect(await test.database.read.countBy(InboxEntry, { gatewayMessageId: 'wamid.FOREIGN' })).toBe(0);
  });

  it('are apart when they belong to apps with different secrets', async () => {
    const meta = await startMeta(bothNumbers);
    const idle = await metaDevice(meta, META.settings.phone_number_id, META.secret, { state: 'draining' });
    const used = await metaDevice(meta, OTHER_NUMBER, OTHER_SECRET);
    const id = await sent();
    const { body } = batch([change([{ id, status: 'failed' }], OTHER_NUMBER)]);
    expect(await callBack(test.url + addressOf(idle), signedBy(META.secret, body))).toAnswer(200);
    expect(await messageBy(id)).toMatchObject({ status: 'sent' });
    expect(await callBack(test.url + addressOf(idle), signedBy(OTHER_SECRET, body))).toAnswer(401);
    expect(await messageBy(id)).toMatchObject({ status: 'sent' });
    expect(await callBack(test.url + addressOf(used), signedBy(OTHER_SECRET, body))).toAnswer(200);
    expect(await messageBy(id)).toMatchObject({ status: 'failed' });
  });

  it('are told of their account wherever it is told', async () => {
    const meta = await startMeta(bothNumbers);
    const idle = await metaDevice(meta, META.settings.phone_number_id, META.secret, { state: 'draining' });
    const used = await metaDevice(meta, OTHER_NUMBER, META.secret);
    const id = await sent();
    const errors = [{ code: 131031, title: 'Account locked' }];
    await callBack(
      test.url + addressOf(idle),
      batch([change([{ id, status: 'failed', errors }], OTHER_NUMBER)]),
    );
    const pool = test.app.get(DevicePool);
    expect(pool.lastProbeOf(used)).toMatchObject({ detail: 'Account locked (131031)', fault: 'unusable' });
  });
});

describe('a Meta device', () => {
  it('may say more of an error than there is room for, at once and later', async () => {
    const meta = await startMeta();
    const device = await metaDevice(meta, META.settings.phone_number_id, META.secret);
    const words = 'no such thing '.repeat(40);
    meta.script.push({ takes: false, reply: refusal(131026, words) });
    expect(await send()).toAnswer(502);
    const id = await sent();
    const told = status(id, 'failed', { errors: [{ code: 131026, title: words }] });
    expect(await callBack(test.url + addressOf(device), told)).toAnswer(200);
    const messages = await test.database.read.find(Message, { where: { deviceId: device.id } });
    const reasons = messages.map(({ errorMessage }) => errorMessage);
    expect(reasons).toEqual([words.slice(0, 291) + ' (131026)', words.slice(0, 291) + ' (131026)']);
  });

  it('shakes hands with whoever knows its verify token', async () => {
    const device = await metaDevice(await startMeta(), META.settings.phone_number_id, META.secret);
    const token = await adminToken(test);
    const shown = await test.api.get(`/api/admin/devices/${device.id}`, { token });
    const { verify_token } = shown.body.data as { verify_token: string };
    const ask = (verifyToken: string) => {
      const query = new URLSearchParams({
        'hub.mode': 'subscribe',
        'hub.verify_token': verifyToken,
        'hub.challenge': '1158201444',
      });
      return fetch(`${test.url}${addressOf(device)}?${query.toString()}`);
    };
    const answer = await ask(verify_token);
    await expect(answer).toAnswer(200);
    expect(await answer.text()).toBe('1158201444');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    await expect(await ask('another')).toAnswer(403);
  });

  it('takes more statuses at once than any other request may hold', async () => {
    const device = await metaDevice(await startMeta(), META.settings.phone_number_id, META.secret);
    const id = await sent();
    const padding = Array.from({ length: 800 }, () => ({ id, status: 'warning' }));
    const told = batch([change([...padding, { id, status: 'delivered' }])]);
    expect(told.body.length).toBeGreaterThan(3 * test.config.BODY_LIMIT_BYTES);
    expect(await callBack(test.url + addressOf(device), told)).toAnswer(200);
    expect(await messageBy(id)).toMatchObject({ status: 'delivered' });
    const tooMuch = { ...told, body: ' '.repeat(test.config.CALLBACK_LIMIT_BYTES + 1) };
    expect(await callBack(test.url + addressOf(device), tooMuch)).toAnswer(413);
  });

  it('finds a message by its reference whose answer was lost', async () => {
    const meta = await startMeta();
    const device = await metaDevice(meta, META.settings.phone_number_id, META.secret);
    meta.script.push({ takes: true, reply: 'none' });
    expect((await send()).body.code).toBe('gateway_unknown');
    const [taken] = meta.taken;
    // The pool may have asked for the number's state before.
    const { reference } = sentIn(meta.requests.find(({ method }) => method === 'POST') as FakeRequest);
    await callBack(test.url + addressOf(device), status(taken?.id ?? '', 'delivered', { reference }));
    expect(await messageBy(taken?.id ?? '')).toMatchObject({ status: 'delivered', reference });
  });
});

describe('a message whose outcome is unknown but whose id is not', () => {
  it('stays pending while Meta holds it back, and moves with its callbacks', async () => {
    const meta = await startMeta();
    const device = await metaDevice(meta, META.settings.phone_number_id, META.secret);
    meta.script.push({ takes: true, reply: acceptance('wamid.HELD', 'held_for_quality_assessment') });
    expect((await send()).body.code).toBe('gateway_unknown');
    expect(await messageBy('wamid.HELD')).toMatchObject({ status: 'pending' });
    await callBack(test.url + addressOf(device), status('wamid.HELD', 'sent'));
    expect(await messageBy('wamid.HELD')).toMatchObject({ status: 'sent' });
  });

  it('is found at WAHA by the id that was fixed before, however early the callback came', async () => {
    const waha = await startWaha('NOWEB');
    const device = await addDevice(test, waha.url, WAHA.token, {
      driver: 'waha',
      settings: { ...WAHA.settings, fixed_ids: 'on' },
      webhookSecretSealed: sealed(WAHA.secret),
    });
    waha.script.push({ takes: true, reply: 'none' });
    waha.beforeAnswer = async ({ id }) => {
      const early = ack(id, 'DEVICE', test.clock.now());
      expect(await callBack(test.url + addressOf(device), early)).toAnswer(200);
    };
    expect((await send()).body.code).toBe('gateway_unknown');
    await test.app.get(CallbackInbox).sweep();
    expect(await messageBy(waha.taken[0]?.id ?? '')).toMatchObject({ status: 'delivered' });
  });
});
