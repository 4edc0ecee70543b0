import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../src/gateway/device.entities.js';
import { AuditEntry } from '../../src/operations/audit/audit-entry.entity.js';
import { BlindIndex } from '../../src/platform/security/hashing.js';
import { keepBooks } from '../support/app.js';
import { createAccount } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';
import { addDevice } from './devices.js';
import { callBack } from './drivers/fakes/fake.js';

const DAY_SECONDS = 86_400;
const PASSWORD = 'admin-password';

let service: TestService;
let adminId: number;
beforeAll(async () => {
  service = await startTestService();
  const login = { username: 'admin', password: PASSWORD };
  const { body } = await service.api.post('/api/auth/login', login);
  adminId = (body.data as { user: { id: number } }).user.id;
});
afterAll(() => service.close());
afterEach(() => service.clock.reset());
keepBooks(() => service);

interface View {
  callback_url: string;
  verify_token: string;
  old_callback_until: string | null;
}

const asAdmin = async () => ({ token: await userToken(service, adminId) });
const device = (driver = 'fonnte') => addDevice(service, 'http://127.0.0.1:1', 'a.b', { driver });
const view = async ({ id }: Device) =>
  (await service.api.get(`/api/admin/devices/${id}`, await asAdmin())).body.data as View;
const renew = async ({ id }: Device, options?: { token: string }, body: object = {}) =>
  service.api.post(`/api/admin/devices/${id}/callback-key`, body, options ?? (await asAdmin()));
const renewed = async (of: Device) => (await renew(of)).body.data as View;
const callbackAt = async (url: string) => {
  const { pathname, search } = new URL(url);
  return (await callBack(service.url + pathname + search, { headers: {}, body: '{}' })).status;
};

describe('the key in the callback address of a device', () => {
  it('is the one that it was before keys could be renewed', async () => {
    const made = await device();
    const index = new BlindIndex(service.config.dataKeys, 'callback-address');
    expect((await view(made)).verify_token).toBe(index.of(made.id).slice(0, 32));
    expect((await view(made)).old_callback_until).toBeNull();
  });

  it('is another one after it was renewed; the one before counts for a day, then it is 401', async () => {
    const made = await device();
    const before = await view(made);
    const after = await renewed(made);
    expect(after.callback_url).not.toBe(before.callback_url);
    expect(after.callback_url).toContain(`?key=${after.verify_token}`);
    expect(after.old_callback_until).not.toBeNull();
    // Its gateway may be probed meanwhile.
    const now = {
      updated_at: expect.any(String) as string,
      last_probe: expect.toSatisfy(() => true) as unknown,
    };
    expect(await view(made)).toMatchObject({ ...after, ...now });
    expect([await callbackAt(before.callback_url), await callbackAt(after.callback_url)]).toEqual([200, 200]);
    service.clock.advance(DAY_SECONDS - 1);
    expect(await callbackAt(before.callback_url)).toBe(200);
    service.clock.advance(1);
    expect([await callbackAt(before.callback_url), await callbackAt(after.callback_url)]).toEqual([401, 200]);
    expect((await view(made)).old_callback_until).toBeNull();
  });

  it('ends at once when it was renewed twice, for one that is in the wrong hands', async () => {
    const made = await device();
    const [first, second, third] = [await view(made), await renewed(made), await renewed(made)];
    const found = [];
    for (const { callback_url: url } of [first, second, third]) found.push(await callbackAt(url));
    expect(found).toEqual([401, 200, 200]);
  });

  it('is no other device’s, whatever was renewed', async () => {
    const [one, other] = [await device(), await device()];
    const { verify_token: key } = await renewed(one);
    expect(await callbackAt(`${service.url}/api/webhook/gateway/${other.id}?key=${key}`)).toBe(401);
  });

  it('is the verify token too: both are answered while both count', async () => {
    const made = await device('meta');
    const before = await view(made);
    const after = await renewed(made);
    const ask = async (token: string) =>
      (
        await service.api.get(
          `/api/webhook/gateway/${made.id}?hub.mode=subscribe&hub.challenge=yes&hub.verify_token=${token}`,
        )
      ).status;
    expect([await ask(before.verify_token), await ask(after.verify_token)]).toEqual([200, 200]);
    service.clock.advance(DAY_SECONDS);
    expect([await ask(before.verify_token), await ask(after.verify_token)]).toEqual([403, 200]);
  });

  it('is renewed by administrators only, with their password again from ten minutes after the login, and audited', async () => {
    const made = await device();
    const { userId } = await createAccount(service);
    expect(await renew(made, { token: await userToken(service, userId) })).toAnswer(403);
    const old = await asAdmin();
    service.clock.advance(600);
    const before = await view(made);
    const refused = await renew(made, old);
    expect(refused).toAnswer(403, 'current_password_required');
    expect((await view(made)).callback_url).toBe(before.callback_url);
    expect(await renew(made, old, { current_password: PASSWORD })).toAnswer(200);
    expect((await view(made)).callback_url).not.toBe(before.callback_url);
    const target = `device:${made.id}`;
    const entries = await service.database.read.findBy(AuditEntry, { target });
    expect(entries).toMatchObject([{ actorId: adminId, action: 'device.callback_key', detail: null }]);
    expect(JSON.stringify(service.logs)).not.toContain((await view(made)).verify_token);
  });

  it('is renewed once when two do so at once: the address that was told holds', async () => {
    const made = await device();
    const before = await view(made);
    const answers = await Promise.all([renew(made), renew(made)]);
    const told = answers.filter(({ status }) => status === 200).map(({ body }) => body.data as View);
    for (const { body, status } of answers) if (status !== 200) expect(body.code).toBe('device_changed');
    for (const { callback_url: url } of told) expect(await callbackAt(url)).toBe(200);
    if (told.length === 1) expect(await callbackAt(before.callback_url)).toBe(200);
  });

  it('is not found for a device that is not there', async () => {
    expect(await renew({ id: 999_999 } as Device)).toAnswer(404);
  });
});
