import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo, tokenIn } from '../../auth/mails.js';
import { login, mailsDone, type Person, register, sessionOf } from '../../auth/people.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { type Line, logOf } from './log.js';

const AGENT = 'Peramban/3.0';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ env: { WEBHOOK_ALLOW_PRIVATE: '1' } });
});
afterAll(() => test.close());
keepBooks(() => test);

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Does something with an own session, and returns what was answered. */
async function act<T = { id: number }>(
  token: string,
  method: Method,
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await test.api.call(method, path, { token, body, headers: { 'user-agent': AGENT } });
  expect([200, 201]).toContain(answer.status);
  return answer.body.data;
}

/** What the log has beyond the registration, oldest first. */
async function told(token: string): Promise<Line[]> {
  return (await logOf(test, token)).toReversed().filter(({ action }) => action !== 'signin.ok');
}

const inShort = (lines: Line[]) => lines.map(({ action, target, detail }) => [action, target, detail]);

async function mailedToken({ email }: Person, page: 'verify-email' | 'reset-password'): Promise<string> {
  await mailsDone(test);
  return tokenIn(await mailsTo(test, email), page);
}

describe('the security log tells its owner', () => {
  it('what was done with API keys, and no key', async () => {
    const { token } = await register(test);
    const path = '/api/account/api-keys';
    const made = await act<{ id: number; key: string }>(token, 'POST', path, { name: 'Kasir', mode: 'test' });
    await act(token, 'PATCH', `${path}/${made.id}`, { daily_cap: 5 });
    await act(token, 'PATCH', `${path}/${made.id}`, {});
    const hook = await act<{ secret: string }>(token, 'POST', `${path}/${made.id}/hook-secret`, {});
    const next = await act<{ id: number; key: string }>(token, 'POST', `${path}/${made.id}/rotate`, {
      overlap_seconds: 60,
    });
    await act(token, 'DELETE', `${path}/${made.id}`);
    const lines = await told(token);
    const key = { mode: 'test', last4: made.key.slice(-4) };
    const target = `api_key:${made.id}`;
    expect(inShort(lines)).toEqual([
      ['api_key.create', target, key],
      ['api_key.update', target, { ...key, daily_cap: 5 }],
      ['api_key.hook_secret', target, key],
      ['api_key.rotate', target, { ...key, new_id: next.id, overlap_seconds: 60 }],
      ['api_key.delete', target, key],
    ]);
    for (const line of lines)
      expect(line).toMatchObject({ by: 'owner', address: '127.0.0.1', user_agent: AGENT, times: 1 });
    for (const secret of [made.key, next.key, hook.secret])
      expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('what was done with webhooks, by their host alone', async () => {
    const { token } = await register(test);
    const path = '/api/account/webhooks';
    const made = await act<{ id: number; secret: string }>(token, 'POST', path, {
      url: 'http://127.0.0.1:9/rahasia?kunci=rahasia',
    });
    await act(token, 'PATCH', `${path}/${made.id}`, { active: false, events: null });
    const next = await act<{ secret: string }>(token, 'POST', `${path}/${made.id}/rotate-secret`, {
      overlap_seconds: 0,
    });
    await act(token, 'DELETE', `${path}/${made.id}`);
    const lines = await told(token);
    const target = `webhook:${made.id}`;
    const host = '127.0.0.1:9';
    expect(inShort(lines)).toEqual([
      ['webhook.create', target, { host }],
      ['webhook.update', target, { host, changed: ['events', 'active'] }],
      ['webhook.rotate_secret', target, { host, overlap_seconds: 0 }],
      ['webhook.delete', target, { host }],
    ]);
    for (const secret of ['rahasia', made.secret, next.secret])
      expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('that its password was changed, its address verified, and its sessions ended', async () => {
    const person = await register(test);
    await act(person.token, 'POST', '/api/auth/verify-email', {
      token: await mailedToken(person, 'verify-email'),
    });
    const change = { current_password: person.password, new_password: 'sandi-yang-baru' };
    const { token } = await act<{ token: string }>(person.token, 'POST', '/api/auth/change-password', change);
    await act(token, 'POST', '/api/auth/logout-all');
    const again = sessionOf(await login(test, person.username, 'sandi-yang-baru'));
    const lines = await told(again.token);
    const target = `user:${person.user.id}`;
    expect(inShort(lines)).toEqual([
      ['email.verify', target, null],
      ['password.change', target, null],
      ['session.end_all', target, null],
    ]);
    expect(JSON.stringify(lines)).not.toContain('sandi-yang-baru');
  });

  it('that a session was ended, and all others', async () => {
    const person = await register(test);
    const other = sessionOf(await login(test, person.username, person.password));
    const [{ id } = { id: 0 }] = await act<{ id: number }[]>(other.token, 'GET', '/api/auth/sessions');
    await act(other.token, 'DELETE', '/api/auth/sessions');
    await act(other.token, 'DELETE', `/api/auth/sessions/${id}`);
    const again = sessionOf(await login(test, person.username, person.password));
    expect(inShort(await told(again.token))).toEqual([
      ['session.end_others', `user:${person.user.id}`, null],
      ['session.end', `session:${id}`, null],
    ]);
  });

  it('that its password was reset by mail, and from where', async () => {
    const person = await register(test);
    await test.api.post('/api/auth/forgot-password', { email: person.email });
    const token = await mailedToken(person, 'reset-password');
    const body = { token, password: 'sandi-yang-baru' };
    await test.api.post('/api/auth/reset-password', body, { headers: { 'user-agent': AGENT } });
    const again = sessionOf(await login(test, person.username, 'sandi-yang-baru'));
    const [line, ...others] = await told(again.token);
    expect(line).toMatchObject({
      action: 'password.reset',
      detail: { ends_everything: true },
      by: 'owner',
      address: '127.0.0.1',
      user_agent: AGENT,
    });
    expect(others).toEqual([]);
  });

  it('nothing of a change that was refused', async () => {
    const { token } = await register(test);
    const path = '/api/account/api-keys/999999';
    expect(await test.api.delete(path, { token })).toAnswer(404);
    expect(await test.api.post(`${path}/rotate`, {}, { token })).toAnswer(404);
    expect(await test.api.post('/api/account/webhooks', { url: 'gopher://x' }, { token })).toAnswer(400);
    expect(await told(token)).toEqual([]);
  });
});

describe('the audit log', () => {
  it('tells administrators the same of each account, and where they were themselves', async () => {
    const { token, user } = await register(test);
    await act(token, 'POST', '/api/account/api-keys', { name: 'Kasir' });
    const admin = sessionOf(await login(test, 'admin', 'admin-password'));
    await act(admin.token, 'PUT', `/api/admin/users/${user.id}/suspension`, { suspended: true });
    const answer = await test.api.get(`/api/admin/audit?user_id=${user.id}`, { token: admin.token });
    const { items } = answer.body.data as { items: Record<string, unknown>[] };
    expect(
      items.map(({ action, actor_kind, actor_id, user_id }) => [action, actor_kind, actor_id, user_id]),
    ).toEqual([
      ['user.suspend', 'user', admin.user.id, user.id],
      ['api_key.create', 'user', user.id, user.id],
      ['signin.ok', 'user', user.id, user.id],
    ]);
    expect(items[0]).toMatchObject({ address: '127.0.0.1', user_agent: AGENT });
    await test.api.post('/api/auth/login', { username: 'tidak-ada', password: 'x' });
    const failed = await test.api.get('/api/admin/audit?action=signin.failed&limit=1', {
      token: admin.token,
    });
    expect((failed.body.data as { items: unknown[] }).items).toMatchObject([
      { actor_kind: 'nobody', actor_id: null, user_id: null, target: 'user:unknown' },
    ]);
  });
});
