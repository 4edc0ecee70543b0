import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator } from '../../../simulator/gateway.js';
import { Device } from '../../../src/gateway/device.entities.js';
import { DevicePool, DevicesService } from '../../../src/gateway/index.js';
import { AuditEntry } from '../../../src/operations/audit/audit-entry.entity.js';
import { Sealer } from '../../../src/platform/security/sealer.js';
import { startTestApp } from '../../support/app.js';
import { createAccount, sendBody } from '../../support/factories.js';
import { startTestService, type TestService } from '../../support/service.js';
import { adminToken } from '../../support/tokens.js';

const PATH = '/api/admin/devices';
const SECRET = 'device-webhook-secret-01';
const TOKEN = 'a-very-secret-device-token';

interface View {
  id: number;
  [member: string]: unknown;
}

let service: TestService;
let admin: string;
beforeAll(async () => {
  service = await startTestService({ env: { PUBLIC_URL: 'https://otp.example.com' } });
  admin = await adminToken(service);
});
afterAll(() => service.close());

let serial = 0;
const newBody = (rest: object = {}) => ({
  name: `uji-${++serial}`,
  base_url: 'http://127.0.0.1:1',
  token: TOKEN,
  webhook_secret: SECRET,
  ...rest,
});
const create = async (rest: object = {}) =>
  (await service.api.post(PATH, newBody(rest), { token: admin })).body.data as View;
const patch = (id: number, body: object) => service.api.patch(`${PATH}/${id}`, body, { token: admin });
const remove = (id: number) => service.api.delete(`${PATH}/${id}`, { token: admin });
const stored = (id: number) => service.database.read.findOneByOrFail(Device, { id });

describe('devices', () => {
  it('are made with their secrets sealed and never shown', async () => {
    const body = newBody({ base_url: 'http://127.0.0.1:1/wa/' });
    const answer = await service.api.post(PATH, body, { token: admin });
    expect(answer).toAnswer(201);
    const view = answer.body.data as View;
    expect(view).toMatchObject({
      name: body.name,
      driver: 'http',
      base_url: 'http://127.0.0.1:1/wa',
      callback_url: `https://otp.example.com/api/webhook/gateway/${view.id}`,
      token_set: true,
      webhook_secret_set: true,
      state: 'setup',
      health: 'not_linked',
      last_probe: { connected: false },
    });
    const listed = await service.api.get(`${PATH}?limit=100`, { token: admin });
    const read = await service.api.get(`${PATH}/${view.id}`, { token: admin });
    const audit = await service.database.read.findBy(AuditEntry, { target: `device:${view.id}` });
    const row = JSON.stringify(await stored(view.id));
    for (const text of [
      answer.text,
      listed.text,
      read.text,
      row,
      JSON.stringify(audit),
      service.logs.join(),
    ]) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(SECRET);
    }
    await remove(view.id);
  });

  it('are listed with the one of the environment', async () => {
    const answer = await service.api.get(PATH, { token: admin });
    const { items } = answer.body.data as { items: View[] };
    expect(items[0]).toMatchObject({
      name: 'gateway',
      base_url: service.gateway.url,
      webhook_secret_set: false,
    });
  });

  it('change part by part, and a secret goes with null', async () => {
    const { id } = await create();
    const before = await stored(id);
    const name = `lain-${id}`;
    expect((await patch(id, { name, webhook_secret: null, token: 'another-token' })).body.data).toMatchObject(
      {
        name,
        base_url: 'http://127.0.0.1:1',
        token_set: true,
        webhook_secret_set: false,
      },
    );
    expect((await stored(id)).tokenSealed).not.toBe(before.tokenSealed);
    expect(await patch(id, {})).toAnswer(200);
    await remove(id);
  });

  it('take a token as the environment does, without the line end that pasting brings', async () => {
    const { id } = await create();
    const opened = async () => service.app.get(Sealer).open((await stored(id)).tokenSealed);
    for (const given of ['pasted-token\n', '\uFEFFpasted-token\r\n', ' pasted-token ']) {
      await patch(id, { token: 'another-token' });
      expect(await patch(id, { token: given })).toAnswer(200);
      expect(await opened()).toBe('pasted-token');
    }
    await remove(id);
  });

  it('are audited with every change, who made it, and no secret', async () => {
    const { id } = await create();
    await patch(id, { token: 'another-token', webhook_secret: null, state: 'disabled' });
    await service.api.post(`${PATH}/${id}/drain`, undefined, { token: admin });
    await remove(id);
    const entries = await service.database.read.find(AuditEntry, {
      where: { target: `device:${id}` },
      order: { id: 'ASC' },
    });
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['device.create', expect.objectContaining({ driver: 'http', webhook_secret_set: true })],
      ['device.update', { token: 'changed', webhook_secret: 'removed', state: 'disabled' }],
      ['device.update', { state: 'draining' }],
      ['device.delete', expect.objectContaining({ name: expect.any(String) as string })],
    ]);
    expect(new Set(entries.map(({ actorId }) => actorId)).size).toBe(1);
  });

  it.each([
    [{ name: '' }, 'parameter_missing'],
    [{ base_url: undefined }, 'parameter_missing'],
    [{ token: null }, 'parameter_missing'],
    [{ name: 'x'.repeat(61) }, 'parameter_invalid'],
    [{ name: 'a\nb' }, 'parameter_invalid'],
    [{ driver: 'pigeon' }, 'parameter_invalid'],
    [{ driver: null }, 'parameter_invalid'],
    [{ base_url: 'ftp://gateway' }, 'parameter_invalid'],
    [{ base_url: 'http://user:pass@gateway' }, 'parameter_invalid'],
    [{ base_url: 17 }, 'parameter_invalid'],
    [{ token: 'with\nnewline' }, 'parameter_invalid'],
    [{ token: 'x'.repeat(501) }, 'parameter_invalid'],
    [{ webhook_secret: 'too-short' }, 'parameter_invalid'],
    [{ webhook_secret: 'whsec_****************' }, 'parameter_invalid'],
    [{ webhook_secret: ',,,,,,,,,,,,,,,,' }, 'parameter_invalid'],
    [{ name: 'gateway' }, 'device_name_taken'],
    [{ state: 'draining' }, 'parameter_invalid'],
  ])('are refused with %j: %s', async (rest, code) => {
    const answer = await service.api.post(PATH, newBody(rest), { token: admin });
    expect(answer.body.code).toBe(code);
  });

  it.each([
    { name: null },
    { name: '  ' },
    { token: '' },
    { token: null },
    { base_url: null },
    { state: 'asleep' },
    { state: 'setup' },
    { state: null },
    { webhook_secret: '' },
  ])('are not changed to %j', async (change) => {
    const { id } = await create();
    const before = await stored(id);
    expect((await patch(id, change)).body.code).toBe('parameter_invalid');
    expect(await stored(id)).toEqual(before);
    await remove(id);
  });

  it('that do not exist are not found', async () => {
    const answers = [
      await service.api.get(`${PATH}/999999`, { token: admin }),
      await patch(999999, { name: 'x' }),
      await remove(999999),
      await service.api.post(`${PATH}/999999/test`, undefined, { token: admin }),
      await service.api.post(`${PATH}/999999/drain`, undefined, { token: admin }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(5).fill('not_found'));
  });

  it('that a message went through stay', async () => {
    const { key } = await createAccount(service);
    expect(await service.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(200);
    const { id } = await service.database.read.findOneByOrFail(Device, { name: 'gateway' });
    const answer = await remove(id);
    expect(answer).toAnswer(409, 'device_in_use');
  });

  it('get no sends from the moment they drain, and tell so', async () => {
    const { key } = await createAccount(service);
    const { id } = await service.database.read.findOneByOrFail(Device, { name: 'gateway' });
    const drained = await service.api.post(`${PATH}/${id}/drain`, undefined, { token: admin });
    expect(drained.body.data).toMatchObject({ state: 'draining' });
    expect((await service.api.post('/api/otp/send', sendBody(), { token: key })).body.code).toBe('no_device');
    await patch(id, { state: 'active' });
    expect(await service.api.post('/api/otp/send', sendBody(), { token: key })).toAnswer(200);
  });

  it('are tested on demand, which counts as a probe', async () => {
    const { id } = await service.database.read.findOneByOrFail(Device, { name: 'gateway' });
    const test = async () =>
      (await service.api.post(`${PATH}/${id}/test`, undefined, { token: admin })).body.data as object;
    expect(await test()).toEqual({
      connected: true,
      finding: 'connected',
      detail: null,
      duration_ms: expect.any(Number) as number,
    });
    service.gateway.behave({ disconnected: true });
    expect(await test()).toMatchObject({ connected: false, finding: 'disconnected' });
    const view = await service.api.get(`${PATH}/${id}`, { token: admin });
    expect(view.body.data).toMatchObject({ health: 'disconnected', last_probe: { connected: false } });
    service.gateway.behave({ disconnected: false });
    expect(await test()).toMatchObject({ connected: true });
    expect(await service.app.get(DevicePool).isAvailable()).toBe(true);
  });

  it('that cannot be reached say why when they are tested', async () => {
    const { id } = await create();
    const answer = await service.api.post(`${PATH}/${id}/test`, undefined, { token: admin });
    expect(answer.body.data).toMatchObject({
      connected: false,
      finding: 'unreachable',
      detail: 'gateway not reached (ECONNREFUSED)',
    });
    await remove(id);
  });
});

describe('a callback at a device’s own address', () => {
  const call = (id: number, secret?: string) => {
    const raw = JSON.stringify({
      event: 'message.status',
      payload: { id: 'x', status: 'sent', error: null },
    });
    const at = service.clock.now();
    const headers: Record<string, string> = secret
      ? {
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(secret, { format: 'raw' }).sign('msg_1', at, raw),
        }
      : {};
    return service.api.post(`/api/webhook/gateway/${id}`, undefined, { raw, headers });
  };

  it('is signed with the device’s own secret, either of two, and no other', async () => {
    const { id } = await create({ webhook_secret: `${SECRET},second-webhook-secret` });
    expect(await call(id, SECRET)).toAnswer(200);
    expect(await call(id, 'second-webhook-secret')).toAnswer(200);
    expect(await call(id, service.config.webhookSecrets[0])).toAnswer(401);
    expect(await call(id)).toAnswer(401);
  });

  it('is signed with the common secret where the device has none of its own', async () => {
    const { id } = await create({ webhook_secret: null });
    expect(await call(id, service.config.webhookSecrets[0])).toAnswer(200);
    expect(await call(id, SECRET)).toAnswer(401);
  });
});

describe('the common secret', () => {
  const body = JSON.stringify({ event: 'message.status', payload: { id: 'x', status: 'sent', error: null } });
  const post = (test: { url: string }, headers: Record<string, string> = {}) =>
    fetch(`${test.url}/api/webhook/gateway`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  it('set by nobody outside production lets unsigned callbacks in, and wrongly signed ones not', async () => {
    const open = await startTestApp({ env: { GATEWAY_WEBHOOK_SECRET: '' } });
    try {
      await expect(await post(open)).toAnswer(200);
      for (const headers of [
        { 'webhook-signature': 'v1,AAAA' },
        { 'webhook-signature': '' },
        { 'webhook-id': 'msg_1' },
      ] as Record<string, string>[])
        await expect(await post(open, headers)).toAnswer(401);
    } finally {
      await open.close();
    }
  });

  it('stops the boot when it is not what whsec_ promises', async () => {
    await expect(startTestApp({ env: { GATEWAY_WEBHOOK_SECRET: 'whsec_****************' } })).rejects.toThrow(
      /GATEWAY_WEBHOOK_SECRET/,
    );
  });
});

describe('the device of the environment', () => {
  it('is made once, however many boot at the same time', async () => {
    const gateway = await startSimulator();
    const test = await startTestApp();
    Object.assign(test.config, { GATEWAY_URL: `${gateway.url}/`, GATEWAY_TOKEN: gateway.token });
    const devices = test.app.get(DevicesService);
    try {
      await Promise.all([1, 2, 3].map(() => devices.ensureFromEnvironment()));
      expect(await test.database.read.find(Device)).toMatchObject([
        { name: 'gateway', baseUrl: gateway.url },
      ]);
      expect(await test.app.get(DevicePool).isAvailable()).toBe(true);
    } finally {
      await test.close();
      await gateway.close();
    }
  });

  it('follows the variables on the embedded default only, and leaves the others alone', async () => {
    const test = await startTestApp({ env: { GATEWAY_URL: 'http://127.0.0.1:1', GATEWAY_TOKEN: 'one' } });
    const devices = test.app.get(DevicesService);
    const first = () => test.database.read.findOneByOrFail(Device, { name: 'gateway' });
    try {
      Object.assign(test.config, { GATEWAY_URL: 'http://127.0.0.1:2', GATEWAY_TOKEN: 'two' });
      const before = await first();
      await devices.ensureFromEnvironment();
      const after = await first();
      const embedded = test.config.isEmbedded;
      expect(after.baseUrl).toBe(embedded ? 'http://127.0.0.1:2' : 'http://127.0.0.1:1');
      await devices.ensureFromEnvironment();
      expect((await first()).tokenSealed).toBe(after.tokenSealed);
      expect(before.tokenSealed === after.tokenSealed).toBe(!embedded);
      await test.database.tx((tx) => tx.update(Device, { id: after.id }, { name: 'renamed' }));
      await devices.ensureFromEnvironment();
      expect(await test.database.read.find(Device)).toMatchObject([{ name: 'renamed' }]);
    } finally {
      await test.close();
    }
  });

  it('has no credentials in its address', async () => {
    await expect(
      startTestApp({ env: { GATEWAY_URL: 'http://user:pass@gateway', GATEWAY_TOKEN: 'one' } }),
    ).rejects.toThrow(/GATEWAY_URL must/);
  });
});
