import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiKeyView } from '../../src/api-keys/api-keys.dto.js';
import type { AccountRole } from '../../src/platform/access/roles.rules.js';
import { Member } from '../../src/users/index.js';
import { mailsTo, tokenIn } from '../auth/mails.js';
import { login, mailsDone, sessionOf, standing, suspend } from '../auth/people.js';
import { beaten, LiveStream, looked, written } from '../operations/requests/support.js';
import { keepBooks } from '../support/app.js';
import { newName, sendBody } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken } from '../support/tokens.js';
import { PASSWORD, type Somebody, teamOf } from './team.js';

const ROUNDS = 4;
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
keepBooks(() => service);
const { openAccount, invite, accept, invited, join } = teamOf(() => service);

const api = () => service.api;
const remove = (by: Somebody, { id }: Somebody) =>
  api().delete(`/api/account/members/${id}`, { token: by.token });
const leave = (who: Somebody) => api().post('/api/account/members/leave', {}, { token: who.token });
const setRole = (by: Somebody, { id }: Somebody, role: AccountRole) =>
  api().patch(`/api/account/members/${id}`, { role }, { token: by.token });
const get = async <Data>(who: Somebody, path: string) =>
  (await api().get(path, { token: who.token })).body.data as unknown as Data;
const membersOf = (who: Somebody) =>
  get<{ id: number; role: string; username: string }[]>(who, '/api/account/members');

const again = async (who: Somebody): Promise<Somebody> => ({
  ...who,
  token: sessionOf(await login(service, who.username, PASSWORD)).token,
});

describe('a member', () => {
  it('joins by the mailed link, once, and belongs to the account with the role of the invitation', async () => {
    const owner = await openAccount();
    const { email, token } = await invited(owner, 'developer');
    const preview = await api().post('/api/auth/invitations/preview', { token });
    expect(preview.body.data).toEqual({ email, role: 'developer', account: owner.username });
    const answer = await accept(token);
    const { user, token: session } = sessionOf(answer);
    expect(user).toMatchObject({
      email,
      account_id: owner.id,
      role: 'developer',
      role_id: 2,
      email_verified: true,
    });
    expect(user.id).not.toBe(owner.id);
    expect(user.operations).toContain('createApiKey');
    expect(user.operations).not.toContain('requestTopUp');
    expect(await accept(token)).toAnswer(400, 'invitation_invalid');
    const member = { ...owner, token: session };
    const key = await api().post('/api/account/api-keys', { name: 'Bersama' }, { token: session });
    expect(key).toAnswer(201);
    const keys = await get<ApiKeyView[]>(owner, '/api/account/api-keys');
    expect(keys.map(({ name }) => name)).toContain('Bersama');
    // The account's own credit pays for what is sent with it.
    const { key: secret } = key.body.data as { key: string };
    const sent = await api().post('/api/otp/send', sendBody(), { token: secret });
    expect(sent).toAnswer(200);
    expect(await get(member, '/api/account/history')).toEqual(await get(owner, '/api/account/history'));
    expect(await get(member, '/api/auth/me')).toMatchObject({ credit_balance: 9_800 });
    expect(
      await api().post('/api/account/top-up/requests', { amount: 1, sender: 'x' }, { token: session }),
    ).toAnswer(403, 'forbidden');
    expect(await membersOf(owner)).toMatchObject([
      { id: owner.id, role: 'owner' },
      { id: user.id, role: 'developer' },
    ]);
  });

  it('has sessions, password and security log of its own; the owner sees who did what', async () => {
    const owner = await openAccount();
    const member = await join(owner, 'developer');
    await api().post('/api/account/api-keys', { name: 'Kunci' }, { token: member.token });
    const before = await get<object[]>(owner, '/api/auth/sessions');
    expect(before).toHaveLength(1);
    const change = { current_password: PASSWORD, new_password: `${PASSWORD}-baru` };
    const changed = await api().post('/api/auth/change-password', change, { token: member.token });
    expect(changed).toAnswer(200);
    expect(await standing(service, owner.token)).toBe('ok');
    const now = { ...member, token: sessionOf(changed).token };
    interface Log {
      items: { action: string; by: string; member: string | null }[];
    }
    const own = await get<Log>(now, '/api/account/security-log');
    const all = await get<Log>(owner, '/api/account/security-log?limit=100');
    const named = ({ items }: Log) => items.map(({ action, member: name }) => `${action} ${name}`);
    expect(named(own)).toContain(`api_key.create ${member.username}`);
    expect(named(own)).toContain(`password.change ${member.username}`);
    expect(named(own)).not.toContain(`signin.ok ${owner.username}`);
    expect(named(all)).toEqual(expect.arrayContaining([...named(own), `signin.ok ${owner.username}`]));
    expect(named(all)).toContain(`member.join ${member.username}`);
    const audit = await api().get(`/api/admin/audit?action=api_key.create&user_id=${owner.id}`, {
      token: await adminToken(service),
    });
    expect((audit.body.data as { items: object[] }).items).toMatchObject([
      { actor_id: member.id, actor: member.username, user_id: owner.id },
    ]);
    await mailsDone(service);
    const subjects = async (email: string) => (await mailsTo(service, email)).map(({ subject }) => subject);
    expect(await subjects(member.email)).toContain('Sandi: Password diganti');
    expect(await subjects(owner.email.toLowerCase())).not.toContain('Sandi: Password diganti');
  });

  it('is not told at the invitation whether an address has a login, and learns it when joining', async () => {
    const [owner, other] = [await openAccount(), await openAccount()];
    const known = await invite(owner, other.email, 'viewer');
    const unknown = await invite(owner, `${newName('baru')}@example.test`, 'viewer');
    const shape = ({ status, body }: typeof known) => [status, Object.keys(body.data ?? {})];
    expect(shape(known)).toEqual(shape(unknown));
    await mailsDone(service);
    const token =
      tokenIn(await mailsTo(service, other.email.toLowerCase()), 'join') ||
      tokenIn(await mailsTo(service, other.email), 'join');
    expect(await accept(token)).toAnswer(409, 'email_taken');
    // The invitation is still good, for when the address is free.
    expect(await api().post('/api/auth/invitations/preview', { token })).toAnswer(200);
  });

  it('does not join with a link that expired, was revoked or replaced, or of a suspended account', async () => {
    const owner = await openAccount();
    const first = await invited(owner, 'viewer');
    expect(await invite(owner, first.email, 'support')).toAnswer(201);
    expect(await accept(first.token)).toAnswer(400, 'invitation_invalid');
    const second = await invited(owner, 'viewer');
    const rows = await get<{ id: number; status: string; email: string }[]>(
      owner,
      '/api/account/members/invitations',
    );
    expect(rows.map(({ status }) => status)).toEqual(['open', 'open', 'revoked']);
    const stranger = await openAccount();
    const path = `/api/account/members/invitations/${rows[0]?.id}`;
    expect(await api().delete(path, { token: stranger.token })).toAnswer(404);
    expect(await api().delete(path, { token: owner.token })).toAnswer(200);
    expect(await accept(second.token)).toAnswer(400, 'invitation_invalid');
    const third = await invited(owner, 'viewer');
    await suspend(service, owner.id);
    expect(await accept(third.token)).toAnswer(400, 'invitation_invalid');
    await suspend(service, owner.id, false);
    service.clock.advance(604_801);
    expect(await accept(third.token)).toAnswer(400, 'invitation_invalid');
    service.clock.reset();
  });

  it('is out with the account, and comes back with it', async () => {
    const owner = await openAccount();
    const member = await join(owner, 'viewer');
    await suspend(service, owner.id);
    expect(await standing(service, member.token)).toBe('token_invalid');
    expect(await login(service, member.username, PASSWORD)).toAnswer(403, 'account_suspended');
    await suspend(service, owner.id, false);
    expect(await login(service, member.username, PASSWORD)).toAnswer(200);
  });

  it('gets another role at once, with new sessions', async () => {
    const owner = await openAccount();
    const member = await join(owner, 'viewer');
    expect(await setRole(member, owner, 'viewer')).toAnswer(403, 'forbidden');
    expect(await setRole(owner, member, 'finance')).toAnswer(200);
    expect(await standing(service, member.token)).toBe('token_invalid');
    const now = await again(member);
    expect(await get(now, '/api/auth/me')).toMatchObject({ role: 'finance', admin_role: null });
    expect(await api().get('/api/account/api-keys', { token: now.token })).toAnswer(403, 'forbidden');
  });
});

describe('leaving', () => {
  it('ends sessions at once, live streams too, and frees the address', async () => {
    const owner = await openAccount();
    const member = await join(owner, 'developer');
    const key = await api().post('/api/account/api-keys', { name: 'Tetap' }, { token: member.token });
    const { key: secret } = key.body.data as { key: string };
    const stream = await LiveStream.open(service.url, { authorization: `Bearer ${member.token}` });
    await expect.poll(() => stream.comments).toBeGreaterThan(0);
    expect(await remove(owner, member)).toAnswer(200);
    expect(await standing(service, member.token)).toBe('token_invalid');
    expect(await login(service, member.username, PASSWORD)).toAnswer(401, 'credentials_invalid');
    // What is refused from now on is read by nobody who has left.
    await api().post('/api/otp/send', sendBody({ phone: 'x' }), { token: secret });
    await written(service);
    await looked(service);
    await beaten(service);
    await expect.poll(() => stream.isOver).toBe(true);
    expect(stream.events).toEqual([]);
    expect(await api().get('/api/otp/credit', { token: secret })).toAnswer(200);
    expect(await remove(owner, member)).toAnswer(404);
    const { email } = member;
    expect(
      await api().post('/api/auth/register', {
        username: newName('lagi'),
        email,
        password: PASSWORD,
        name: 'S',
      }),
    ).toAnswer(201);
    const log = await get<{ items: { action: string; member: string }[] }>(
      owner,
      '/api/account/security-log?limit=100',
    );
    expect(log.items.find(({ action }) => action === 'api_key.create')?.member).toBe(member.username);
    // Nobody else's list of accounts knows members.
    const users = await api().get(`/api/admin/users?search=${member.username}`, {
      token: await adminToken(service),
    });
    expect(users.body.data).toMatchObject({ total: 0 });
    expect(await api().get(`/api/admin/users/${member.id}`, { token: await adminToken(service) })).toAnswer(
      404,
    );
  });

  it('of the opener leaves the account with its id, keys and credit, and its mails to another owner', async () => {
    const opener = await openAccount();
    const second = await join(opener, 'owner');
    const member = await join(second, 'viewer');
    const key = await api().post('/api/account/api-keys', { name: 'Tetap' }, { token: opener.token });
    const { key: secret } = key.body.data as { key: string };
    expect(await leave(opener)).toAnswer(200);
    expect(await standing(service, opener.token)).toBe('token_invalid');
    expect(await login(service, opener.username, 'sandi-rahasia')).toAnswer(401, 'credentials_invalid');
    expect(await api().get('/api/otp/credit', { token: secret })).toAnswer(200);
    expect(await get(second, '/api/auth/me')).toMatchObject({
      account_id: opener.id,
      credit_balance: 10_000,
    });
    expect((await membersOf(second)).map(({ id }) => id)).toEqual([second.id, member.id]);
    const seen = await api().get(`/api/admin/users/${opener.id}`, { token: await adminToken(service) });
    expect(seen.body.data).toMatchObject({ username: opener.username, email: second.email });
    await mailsDone(service);
    const before = (await mailsTo(service, second.email)).length;
    await api().post('/api/account/api-keys', { name: 'Lagi' }, { token: second.token });
    await mailsDone(service);
    expect((await mailsTo(service, second.email)).length).toBe(before + 1);
    const { email } = opener;
    expect(
      await api().post('/api/auth/register', {
        username: newName('lagi'),
        email,
        password: PASSWORD,
        name: 'S',
      }),
    ).toAnswer(201);
    expect(await leave(second)).toAnswer(409, 'last_owner');
    expect(await setRole(second, second, 'viewer')).toAnswer(409, 'last_owner');
  });

  it('ends the open invitations of the one who leaves', async () => {
    const opener = await openAccount();
    const second = await join(opener, 'owner');
    const { token } = await invited(second, 'owner');
    expect(await remove(opener, second)).toAnswer(200);
    expect(await accept(token)).toAnswer(400, 'invitation_invalid');
  });

  it.each(['remove each other', 'leave', 'step down'] as const)(
    'leaves an owner when two %s at once',
    async (deed) => {
      for (let round = 0; round < ROUNDS; round++) {
        const one = await openAccount();
        const other = await join(one, 'owner');
        const act = (by: Somebody, whom: Somebody) =>
          deed === 'leave' ? leave(by) : deed === 'step down' ? setRole(by, by, 'viewer') : remove(by, whom);
        const answers = await Promise.all([act(one, other), act(other, one)]);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        const late = answers.find(({ status }) => status !== 200);
        expect(['last_owner', 'token_invalid']).toContain(late?.body.code);
        const owners = await service.database.read.findBy(Member, { accountId: one.id, role: 'owner' });
        expect(owners.filter(({ leftAt }) => leftAt === null)).toHaveLength(1);
      }
    },
  );

  it('is not possible for an administrator, and a login without a row is an owner who counts', async () => {
    const owner = await openAccount();
    const admin: Somebody = { id: 1, username: 'admin', email: '', token: await adminToken(service) };
    expect(await leave(admin)).toAnswer(409, 'last_owner');
    await service.database.tx((tx) => tx.delete(Member, { userId: owner.id }));
    expect(await leave(owner)).toAnswer(409, 'last_owner');
  });
});
