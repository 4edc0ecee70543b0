import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InFlight } from '../../src/platform/limits/in-flight.js';
import { type Person, register } from '../auth/people.js';
import { sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';

const MESSAGES = 3;

let service: TestService;
let person: Person;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  person = await register(service, { name: 'Budi =1+1' });
  folder = mkdtempSync(join(tmpdir(), 'sandi-export-'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const download = (token: string) =>
  fetch(`${service.url}/api/account/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });

describe('the archive of an account', () => {
  it('has profile, sessions, security log, messages and ledger, and no phone in clear or secret', async () => {
    const made = await service.api.post('/api/account/api-keys', { name: 'Kasir' }, { token: person.token });
    const { key } = made.body.data as { key: string };
    const bodies = Array.from({ length: MESSAGES }, () => sendBody({ company_name: 'Toko Budi' }));
    for (const body of bodies)
      expect(await service.api.post('/api/otp/send', body, { token: key })).toAnswer(200);

    const response = await download(person.token);
    expect(response.ok).toBe(true);
    expect(response.headers.get('content-type')).toBe('application/gzip');
    expect(response.headers.get('content-disposition')).toContain('sandi-account.tar.gz');
    const archive = Buffer.from(await response.arrayBuffer());
    const unpacked = spawnSync('tar', ['-xzf', '-', '-C', folder], { input: archive });
    expect(String(unpacked.stderr)).toBe('');
    const files = join(folder, 'sandi-account');
    expect(readdirSync(files).sort()).toEqual([
      'ledger-1.csv',
      'messages-live-1.csv',
      'messages-test-1.csv',
      'profile.json',
      'security-log-1.csv',
      'sessions.json',
    ]);
    const file = (name: string) => readFileSync(join(files, name), 'utf8');
    const linesIn = (name: string) => file(name).split('\r\n').slice(1, -1);
    expect(JSON.parse(file('profile.json'))).toMatchObject({
      username: person.username,
      email: person.email,
      billing: {},
    });
    expect(JSON.parse(file('sessions.json'))).toMatchObject([{ current: true }]);
    expect(linesIn('messages-live-1.csv')).toHaveLength(MESSAGES);
    expect(linesIn('messages-test-1.csv')).toEqual([]);
    // The charges, and the credit of the registration.
    expect(linesIn('ledger-1.csv')).toHaveLength(MESSAGES + 1);
    expect(file('security-log-1.csv')).toContain('api_key.create');
    expect(file('security-log-1.csv'), 'the export itself').toContain('account.export');
    const whole = gunzipSync(archive).toString();
    for (const { phone, otp_code } of bodies as { phone: string; otp_code: string }[])
      expect(whole).not.toMatch(new RegExp(`${phone.slice(1)}|"${otp_code}"|,${otp_code},`));
    expect(whole).not.toContain(key);
  });

  it('is one at once for an account, and asks for the password ten minutes after the login', async () => {
    const { token, user } = await register(service);
    const ask = () => service.api.post('/api/account/export', {}, { token });
    const release = service.app.get(InFlight).take(`account-export:${user.id}`, { max: 1 });
    expect(await ask()).toAnswer(429, 'rate_limited');
    release();
    service.clock.advance(601);
    expect(await ask()).toAnswer(403, 'current_password_required');
    service.clock.reset();
  });
});

it('comes in parts of about a mebibyte, each with the header line', async () => {
  const { token } = await register(service);
  const { user } = person;
  const text = 'x'.repeat(200);
  const at = "'2026-01-01 00:00:00'";
  const { id } = (await service.api.get('/api/auth/me', { token })).body.data as { id: number };
  expect(id).not.toBe(user.id);
  await service.database.tx(async (tx) => {
    for (let nth = 0; nth < 5; nth++)
      await tx.query(
        `INSERT INTO audit_entries (actor_kind, actor_id, action, target, user_id, user_agent, times, request_id, created_at)
          VALUES ${Array.from({ length: 1000 }, () => `('user', ${id}, 'session.end', 'session:1', ${id}, '${text}', 1, 'uji', ${at})`).join(', ')}`,
      );
  });
  const archive = gunzipSync(Buffer.from(await (await download(token)).arrayBuffer())).toString();
  expect(archive).toContain('security-log-2.csv');
  expect(archive.match(/id,created_at,last_at,times,action/g)).toHaveLength(2);
  expect(archive.match(/,session\.end,/g)).toHaveLength(5000);
});
