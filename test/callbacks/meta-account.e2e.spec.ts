import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Device, DeviceTemplate } from '../../src/gateway/device.entities.js';
import { GatewayModule } from '../../src/gateway/index.js';
import { DeviceProber } from '../../src/gateway/pool/device-prober.js';
import { AlertWatch } from '../../src/operations/alerts/operator/alert-watch.js';
import { Message } from '../../src/otp/message.entities.js';
import { BackgroundTasks } from '../../src/platform/background/background-tasks.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { addDevice, clearDevices } from '../gateway/devices.js';
import { callBack, type Desk } from '../gateway/drivers/fakes/fake.js';
import { ACCOUNT, accountCallback, META, refusal, startMeta } from '../gateway/drivers/fakes/meta.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { createAccount, newPhone, sendBody } from '../support/factories.js';
import { adminToken } from '../support/tokens.js';

const OTHER_NUMBER = '200000000000003';
const NUMBERS = [META.settings.phone_number_id, OTHER_NUMBER];

let test: TestApp;
let token: string;
let key: string;
beforeAll(async () => {
  test = await startTestApp({ env: { ALERTS_SECONDS: '3600' } });
  // Devices are asked how they are only when a test says so.
  await test.app.get(DeviceProber).onModuleDestroy();
  ({ key } = await createAccount(test, 100_000));
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.database.tx((tx) => tx.clear(DeviceTemplate));
  await clearDevices(test);
  token = await adminToken(test);
});
keepBooks(() => test);

/** A linked number of the fake, and what its first probe found out. */
async function numberOf(meta: Desk, phone_number_id = NUMBERS[0], rest: Partial<Device> = {}) {
  const device = await addDevice(test, meta.url, META.token, {
    driver: 'meta',
    settings: { ...META.settings, ...(phone_number_id && { phone_number_id }) },
    webhookSecretSealed: test.app.get(Sealer).seal(META.secret),
    ...rest,
  });
  await test.api.post(`/api/admin/devices/${device.id}/test`, {}, { token });
  return device;
}

const twoNumbers = async (meta: Desk) => [await numberOf(meta), await numberOf(meta, OTHER_NUMBER)] as const;

async function view({ id }: Device): Promise<Record<string, unknown>> {
  return (await test.api.get(`/api/admin/devices/${id}`, { token })).body.data;
}

/** Meta calls back at the address of this device. */
async function told({ id }: Device, ...callback: Parameters<typeof accountCallback>): Promise<void> {
  const address = `${test.url}/api/webhook/gateway/${id}`;
  expect(await callBack(address, accountCallback(...callback))).toAnswer(200);
}

const send = (language = 'id') => test.api.post('/api/otp/send', { ...sendBody(), language }, { token: key });

async function deviceOf(answer: Awaited<ReturnType<typeof send>>): Promise<number | null | undefined> {
  expect(answer).toAnswer(200);
  const { message_id: gatewayMessageId } = answer.body.data as { message_id: string };
  return (await test.database.read.findOneBy(Message, { gatewayMessageId }))?.deviceId;
}

interface Alert {
  kind: string;
  subject: string;
  detail: object;
}

/** The alerts that are open after one round. */
async function alerts(): Promise<Alert[]> {
  await test.app.get(AlertWatch).observeSources();
  const { body } = await test.api.get('/api/admin/alerts?state=open', { token });
  return (body.data as { items: Alert[] }).items;
}

const seconds = (from: Date) => Math.floor(from.getTime() / 1000);
const inAnHour = () => new Date((seconds(test.clock.now()) + 3600) * 1000);

describe('a restriction of an account', () => {
  const restriction = (until: Date) => ({
    event: 'ACCOUNT_RESTRICTION',
    restriction_info: [
      { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: seconds(until) },
    ],
  });

  it('restricts all its numbers until its end, wherever it is told', async () => {
    const [first, second] = await twoNumbers(await startMeta(NUMBERS));
    const until = inAnHour();
    await told(first, 'account_update', restriction(until));
    for (const device of [first, second])
      expect(await view(device)).toMatchObject({
        health: 'restricted',
        restricted_until_utc: until.toISOString(),
      });
    expect(await send()).toAnswer(503, 'no_device');
    test.clock.advance(3601);
    expect(await send()).toAnswer(200);
  });

  it('of another account restricts nobody', async () => {
    const device = await numberOf(await startMeta());
    await told(device, 'account_update', restriction(inAnHour()), { id: '100000000000009' });
    expect(await view(device)).toMatchObject({ health: 'well', restricted_until: null });
  });
});

describe('a template', () => {
  const changed = (event: string, rest: object = {}) => ({
    event,
    message_template_name: 'otp_id',
    message_template_language: 'id',
    reason: 'NONE',
    ...rest,
  });
  const STATUS = 'message_template_status_update';

  it('that is rejected or paused stops messages in its language, with an alert, until it is approved', async () => {
    const device = await numberOf(await startMeta());
    for (const [event, reason] of [
      ['REJECTED', 'INVALID_FORMAT'],
      ['PAUSED', 'QUALITY'],
    ] as const) {
      const time = seconds(test.clock.now());
      await told(device, STATUS, changed(event, { reason }), { time });
      expect(await view(device)).toMatchObject({
        health: 'template_blocked',
        templates: [{ name: 'otp_id', language: 'id', status: event, usable: false, reason }],
      });
      expect(await send()).toAnswer(503, 'no_device');
      expect(await deviceOf(await send('en'))).toBe(device.id);
      expect(await alerts()).toMatchObject([
        {
          kind: 'template_blocked',
          subject: `device:${device.id}`,
          detail: { template: 'otp_id (id)', status: event, cause: reason },
        },
      ]);
      // Meta repeats callbacks for days: an older one comes late.
      await told(device, STATUS, changed('APPROVED'), { time: time - 1 });
      expect(await send()).toAnswer(503, 'no_device');

      await told(device, STATUS, changed('APPROVED'), { time: time + 1 });
      expect(await deviceOf(await send())).toBe(device.id);
      expect(await view(device)).toMatchObject({ health: 'well', templates: [{ usable: true }] });
      test.clock.advance(3600);
      await alerts();
      test.clock.advance(3600);
      expect(await alerts()).toEqual([]);
    }
  });

  it('that was approved while the callback was lost is found by a probe, at most once in five minutes', async () => {
    const meta = await startMeta();
    const device = await numberOf(meta);
    await told(device, STATUS, changed('REJECTED'));
    const lists = () =>
      meta.requests.filter(({ method, path }) => method === 'GET' && path.includes('message_templates'))
        .length;
    const probe = async () => {
      await test.api.post(`/api/admin/devices/${device.id}/test`, {}, { token });
      await test.app.select(GatewayModule).get(BackgroundTasks, { strict: true }).idle();
    };
    await probe();
    await probe();
    expect(lists()).toBe(1);
    expect(await view(device)).toMatchObject({ health: 'template_blocked' });
    const template = { name: 'otp_id', language: 'id', button: 'copy_code' };
    expect(await test.api.post(`/api/admin/devices/${device.id}/templates`, template, { token })).toAnswer(
      201,
    );
    await probe();
    expect(await view(device)).toMatchObject({ health: 'template_blocked' });
    test.clock.advance(301);
    await probe();
    await expect.poll(async () => (await view(device))['health']).toBe('well');
    const asked = lists();
    test.clock.advance(301);
    await probe();
    expect(lists()).toBe(asked);
    expect(await deviceOf(await send())).toBe(device.id);
  });

  it('of another number is used meanwhile, and a device that is resumed tries its own again', async () => {
    const meta = await startMeta(NUMBERS);
    const first = await numberOf(meta);
    const second = await numberOf(meta, OTHER_NUMBER, {
      settings: { ...META.settings, phone_number_id: OTHER_NUMBER, template: 'otp_other' },
    });
    await told(second, STATUS, changed('DISABLED', { message_template_name: 'otp_other' }));
    for (let i = 0; i < 3; i++) expect(await deviceOf(await send())).toBe(first.id);
    await test.api.post(`/api/admin/devices/${second.id}/resume`, {}, { token });
    expect(await view(second)).toMatchObject({ health: 'well', templates: [] });
  });

  it('has a quality that is shown', async () => {
    const device = await numberOf(await startMeta());
    const quality = {
      message_template_name: 'otp_id',
      message_template_language: 'id',
      previous_quality_score: 'GREEN',
      new_quality_score: 'RED',
    };
    await told(device, 'message_template_quality_update', quality);
    await told(device, STATUS, changed('APPROVED'), { time: 1_600_000_000 });
    expect(await view(device)).toMatchObject({
      health: 'well',
      templates: [{ status: 'APPROVED', quality: 'RED', usable: true }],
    });
  });
});

describe('the limit of a portfolio', () => {
  it('is asked for, and follows the callbacks that tell of it, for all its numbers', async () => {
    const [first, second] = await twoNumbers(await startMeta(NUMBERS, 'TIER_250'));
    const limits = async () => [
      (await view(first))['messaging_limit'],
      (await view(second))['messaging_limit'],
    ];
    expect(await limits()).toEqual([250, 250]);
    const capability = { max_daily_conversations_per_business: 2000, max_phone_numbers_per_business: 2 };
    await told(first, 'business_capability_update', capability, { id: ACCOUNT.portfolio });
    expect(await limits()).toEqual([2000, 2000]);
    const upgrade = { event: 'THROUGHPUT_UPGRADE', max_daily_conversations_per_business: 'TIER_UNLIMITED' };
    await told(first, 'phone_number_quality_update', upgrade);
    expect(await limits()).toEqual([null, null]);
  });

  it('is shared by its numbers, and counts a recipient once in 24 hours', async () => {
    test.clock.toMorning();
    token = await adminToken(test);
    const devices = await twoNumbers(await startMeta(NUMBERS, 'TIER_3'));
    const first = newPhone();
    const to = (phone: string) => test.api.post('/api/otp/send', sendBody({ phone }), { token: key });
    for (const phone of [first, newPhone(), newPhone()]) expect(await to(phone)).toAnswer(200);
    const refused = await to(newPhone());
    expect(refused).toAnswer(503, 'no_device');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
    test.clock.advance(10);
    expect(await to(first)).toAnswer(200);
    for (const device of devices)
      expect((await view(device))['allowances']).toMatchObject([{ allowance: 'portfolio', cap: 3, used: 3 }]);
    test.clock.advance(86_400);
    expect(await to(newPhone())).toAnswer(200);
  });

  it('that is used up by templates of a wrong category is no reason to try its other numbers', async () => {
    const meta = await startMeta(NUMBERS);
    const [first, second] = await twoNumbers(meta);
    meta.script.push({ takes: false, reply: refusal(131064, 'Account limited') });
    expect(await send()).toAnswer(502, 'gateway_error');
    expect(meta.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    for (const device of [first, second]) expect(await view(device)).toMatchObject({ health: 'restricted' });
  });

  it('leaves the message to another portfolio', async () => {
    const meta = await startMeta(NUMBERS);
    await twoNumbers(meta);
    const foreign = await addDevice(test, (await startMeta()).url, META.token, {
      driver: 'meta',
      settings: META.settings,
      accountId: '100000000000008',
      portfolioId: '100000000000009',
    });
    meta.script.push({ takes: false, reply: refusal(131064, 'Account limited') });
    for (let i = 0; i < 3; i++) expect(await deviceOf(await send())).toBe(foreign.id);
    expect(meta.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('a device with a version of the Graph API that ends soon', () => {
  it('is told to the operator, with the version to choose', async () => {
    const meta = await startMeta();
    const settings = { ...META.settings, api_version: 'v22.0' };
    const { id, name } = await numberOf(meta, undefined, { settings });
    await numberOf(meta);
    await alerts();
    test.clock.advance(61);
    expect(await alerts()).toMatchObject([
      {
        kind: 'api_version_ending',
        subject: `device:${id}`,
        detail: { device: name, version: 'v22.0', ends: '2027-10-08', recommended: 'v25.0' },
      },
    ]);
  });
});
