import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Device } from '../../src/gateway/device.entities.js';
import { AuditEntry } from '../../src/operations/audit/audit-entry.entity.js';
import { Sealer } from '../../src/platform/security/sealer.js';
import { User } from '../../src/users/index.js';
import { fakeGateway, json } from '../gateway/support.js';
import { keepBooks } from '../support/app.js';
import { createAccount } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { userToken } from '../support/tokens.js';

const DEVICES = '/api/admin/devices';
const PASSWORD = 'admin-password';
const TEN_MINUTES = 600;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { TOPUP_CONFIRM_ABOVE: '100000', LOGIN_ATTEMPTS_MAX: '3' } });
});
afterAll(() => service.close());
keepBooks(() => service);

const login = async () => {
  const answer = await service.api.post('/api/auth/login', { username: 'admin', password: PASSWORD });
  return (answer.body.data as { token: string }).token;
};
/** The session of an administrator who logged in a while ago: all that its thief has. */
const stolen = async () => {
  const token = await login();
  service.clock.advance(TEN_MINUTES);
  return token;
};
const outcome = ({ status, body }: { status: number; body: { code: string } }) =>
  status < 300 ? status : `${status} ${body.code}`;
let serial = 0;
const newDevice = (rest: object = {}) => ({
  name: `dijaga-${++serial}`,
  base_url: 'http://127.0.0.1:1',
  token: 'the-token-of-the-device',
  ...rest,
});
const create = async (token: string, rest: object = {}) =>
  ((await service.api.post(DEVICES, newDevice(rest), { token })).body.data as { id: number }).id;
const patch = async (token: string, id: number, body: object) =>
  outcome(await service.api.patch(`${DEVICES}/${id}`, body, { token }));

describe('a device that is pointed at another server', () => {
  it.each(['http://127.0.0.1:2', 'https://127.0.0.1:1', 'http://localhost:1', 'http://evil.example'])(
    'does not tell %s its token',
    async (base_url) => {
      const token = await login();
      const id = await create(token);
      const before = await service.database.read.findOneByOrFail(Device, { id });
      expect(await patch(token, id, { base_url })).toBe('400 device_token_required');
      expect(await service.database.read.findOneByOrFail(Device, { id })).toEqual(before);
    },
  );

  it('goes there with a token of its own, and under its server without', async () => {
    const evil = await fakeGateway(json(500, {}));
    const token = await login();
    const id = await create(token);
    expect(await patch(token, id, { base_url: 'http://127.0.0.1:1/wa' })).toBe(200);
    expect(await patch(token, id, { base_url: evil.url, token: 'another-token' })).toBe(200);
    expect(evil.requests.length).toBeGreaterThan(0);
    expect(JSON.stringify(evil.requests)).not.toContain('the-token-of-the-device');
  });

  it('keeps its token to itself when two move it at once', async () => {
    const token = await login();
    const id = await create(token, { base_url: 'http://127.0.0.1:1' });
    await Promise.all([
      patch(token, id, { base_url: 'http://127.0.0.1:2', token: 'the-token-of-two' }),
      patch(token, id, { base_url: 'http://127.0.0.1:1/path' }),
    ]);
    const { baseUrl, tokenSealed } = await service.database.read.findOneByOrFail(Device, { id });
    const isAtTwo = baseUrl === 'http://127.0.0.1:2';
    // Whichever came first, no server is told the token of the other.
    expect(service.app.get(Sealer).open(tokenSealed)).toBe(
      isAtTwo ? 'the-token-of-two' : 'the-token-of-the-device',
    );
  });
});

describe('an address where no gateway is', () => {
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://2852039166',
    'http://[::ffff:169.254.169.254]',
    'http://[fe80::1]',
    'http://[fd00:ec2::254]',
    'http://100.100.100.200',
    'http://224.0.0.1',
    'http://[ff02::1]',
  ])('is not saved: %s', async (base_url) => {
    const token = await login();
    expect(outcome(await service.api.post(DEVICES, newDevice({ base_url }), { token }))).toBe(
      '400 parameter_invalid',
    );
    const id = await create(token);
    expect(await patch(token, id, { base_url, token: 'x' })).toBe('400 parameter_invalid');
  });
});

describe('a stolen session of an administrator', () => {
  const CHANGES: object[] = [
    { base_url: 'http://127.0.0.1:2', token: 'x' },
    { base_url: 'http://127.0.0.1:1/elsewhere' },
    { token: 'x' },
    { webhook_secret: 'a-secret-of-the-thief' },
    { webhook_secret: null },
    { template: 'Kirim {code} ke {brand} palsu' },
  ];

  it.each(CHANGES)('cannot change a device: %j', async (change) => {
    const id = await create(await login(), { webhook_secret: 'the-secret-of-the-device' });
    const before = await service.database.read.findOneByOrFail(Device, { id });
    const token = await stolen();
    expect(await patch(token, id, change)).toBe('403 current_password_required');
    expect(await patch(token, id, { ...change, current_password: 'guess' })).toBe('400 password_wrong');
    expect(await service.database.read.findOneByOrFail(Device, { id })).toEqual(before);
    expect(await patch(token, id, { ...change, current_password: PASSWORD })).toBe(200);
  });

  it('makes no device, for it would read the codes that go through it', async () => {
    const token = await stolen();
    expect(outcome(await service.api.post(DEVICES, newDevice(), { token }))).toBe(
      '403 current_password_required',
    );
    const body = newDevice({ current_password: PASSWORD });
    expect(outcome(await service.api.post(DEVICES, body, { token }))).toBe(201);
  });

  it('makes nobody an administrator', async () => {
    const { userId } = await createAccount(service);
    const token = await stolen();
    const put = async (rest: object) =>
      outcome(await service.api.put(`/api/admin/users/${userId}/role`, { role_id: 1, ...rest }, { token }));
    expect(await put({})).toBe('403 current_password_required');
    expect(await put({ current_password: 'guess' })).toBe('400 password_wrong');
    expect((await service.database.read.findOneByOrFail(User, { id: userId })).roleId).toBe(2);
    expect(await put({ current_password: PASSWORD })).toBe(200);
  });

  it('gives nobody more credit than the operator allows, and what was asked for twice is given once', async () => {
    const { userId } = await createAccount(service, 0);
    const token = await stolen();
    const headers = { 'idempotency-key': `isi-${++serial}` };
    const move = (amount: number, rest: object = {}, more = {}) =>
      service.api.post(
        `/api/admin/users/${userId}/credit`,
        { amount, note: 'isi', ...rest },
        { token, ...more },
      );
    expect(outcome(await move(100_000))).toBe(200);
    expect(outcome(await move(100_001, {}, { headers }))).toBe('403 current_password_required');
    const confirmed = await move(100_001, { current_password: PASSWORD }, { headers });
    expect(confirmed.body.data).toMatchObject({ credit_balance: 200_001 });
    // Whoever asks again for the same, with the password or without, gets the same answer.
    expect((await move(100_001, {}, { headers })).text).toBe(confirmed.text);
    expect((await move(100_001, { current_password: PASSWORD }, { headers })).text).toBe(confirmed.text);
  });

  it('does what a daily round needs without the password', async () => {
    const id = await create(await login());
    const token = await stolen();
    for (const change of [{ name: `lain-${id}` }, { weight: 2 }, { state: 'disabled' }, { settings: {} }])
      expect(await patch(token, id, change)).toBe(200);
    expect(outcome(await service.api.post(`${DEVICES}/${id}/drain`, undefined, { token }))).toBe(200);
  });

  it('has no more guesses than a login has', async () => {
    const token = await stolen();
    const outcomes = [];
    for (let i = 0; i < 4; i++)
      outcomes.push(
        outcome(await service.api.post(DEVICES, newDevice({ current_password: `guess-${i}` }), { token })),
      );
    expect(outcomes).toEqual([...(Array(3).fill('400 password_wrong') as string[]), '429 rate_limited']);
  });

  it('of one that only Google knows has to log in again', async () => {
    const { userId } = await createAccount(service);
    await service.database.tx((tx) => tx.update(User, { id: userId }, { roleId: 1 }));
    const token = await userToken(service, userId);
    expect(outcome(await service.api.post(DEVICES, newDevice(), { token }))).toBe(201);
    service.clock.advance(TEN_MINUTES);
    const body = newDevice({ current_password: 'anything' });
    expect(outcome(await service.api.post(DEVICES, body, { token }))).toBe('403 recent_login_required');
  });

  it('leaves no password in the audit log or the log', async () => {
    const entries = await service.database.read.find(AuditEntry);
    expect(entries.length).toBeGreaterThan(0);
    for (const text of [JSON.stringify(entries), service.logs.join()]) {
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain('"current_password"');
    }
  });
});
