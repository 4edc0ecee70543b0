import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SecondFactor } from '../../src/auth/auth.entities.js';
import type { AccountRole } from '../../src/platform/access/roles.rules.js';
import { AccountClosure, User, UsersService } from '../../src/users/index.js';
import { mailsTo, tokenIn } from '../auth/mails.js';
import { login, mailsDone, register, sessionOf, standing, suspend } from '../auth/people.js';
import { keepBooks } from '../support/app.js';
import { newName } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken } from '../support/tokens.js';
import { PASSWORD, type Somebody, teamOf } from './team.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());
keepBooks(() => service);
const { openAccount, accept, invited, join } = teamOf(() => service);

const api = () => service.api;
const setRole = (by: Somebody, { id }: Somebody, role: AccountRole) =>
  api().patch(`/api/account/members/${id}`, { role }, { token: by.token });
const leave = ({ token }: Somebody) => api().post('/api/account/members/leave', {}, { token });
const admin = async () => ({ token: await adminToken(service) });
const newKey = async ({ token }: Somebody) => {
  const made = await api().post('/api/account/api-keys', { name: 'Kunci' }, { token });
  return (made.body.data as { key: string }).key;
};
const credit = (key: string) => api().get('/api/otp/credit', { token: key });

/** With the newest link that was mailed to the address. */
async function resetPassword(email: string): Promise<void> {
  await api().post('/api/auth/forgot-password', { email });
  await mailsDone(service);
  const token = tokenIn(await mailsTo(service, email), 'reset-password');
  expect(await api().post('/api/auth/reset-password', { token, password: 'sandi-pemilik-baru' })).toAnswer(
    200,
  );
}

describe('an owner who loses the role', () => {
  it('does not come back by an invitation of their own', async () => {
    const opener = await openAccount();
    const second = await join(opener, 'owner');
    const { token } = await invited(second, 'owner');
    const other = await invited(opener, 'viewer');
    expect(await setRole(opener, second, 'owner')).toAnswer(200);
    expect(await api().post('/api/auth/invitations/preview', { token })).toAnswer(200);
    expect(await setRole(opener, second, 'viewer')).toAnswer(200);
    expect(await accept(token)).toAnswer(400, 'invitation_invalid');
    expect(await accept(other.token)).toAnswer(201);
  });
});

describe('an owner who did not open the account', () => {
  it('is found by administrators by the email address', async () => {
    const opener = await openAccount();
    const [second, viewer] = [await join(opener, 'owner'), await join(opener, 'viewer')];
    const found = async (search: string) => {
      const query = encodeURIComponent(search);
      return (await api().get(`/api/admin/users?search=${query}`, await admin())).body.data;
    };
    const page = { total: 1, items: [{ id: opener.id, username: opener.username }] };
    expect(await found(second.email.toUpperCase())).toMatchObject(page);
    expect(await found(viewer.email)).toMatchObject({ total: 0 });
    expect(await leave(opener)).toAnswer(200);
    expect(await found(second.email)).toMatchObject({ ...page, items: [{ email: second.email }] });
  });

  it('ends keys of the account by a reset of the password while the corrected address is unverified', async () => {
    const opener = await openAccount();
    const second = await join(opener, 'owner');
    const key = await newKey(second);
    expect(await leave(opener)).toAnswer(200);
    const email = `${newName('koreksi')}@example.test`;
    expect(await api().put(`/api/admin/users/${opener.id}/email`, { email }, await admin())).toAnswer(200);
    expect(await credit(key)).toAnswer(200);
    await resetPassword(email);
    expect(await credit(key)).toAnswer(401, 'api_key_invalid');
  });
});

describe('a member who is no owner', () => {
  it('ends no key of the account by a reset of the password', async () => {
    const opener = await openAccount();
    const second = await join(opener, 'owner');
    const key = await newKey(second);
    expect(await setRole(second, opener, 'viewer')).toAnswer(200);
    await service.database.tx((tx) => tx.update(User, { id: opener.id }, { emailVerifiedAt: null }));
    await resetPassword(opener.email);
    expect(await credit(key)).toAnswer(200);
  });
});

describe('the security log of the account', () => {
  it('shows what an administrator did with the login of a member, to its owners and to the member', async () => {
    const opener = await openAccount();
    const [member, other] = [await join(opener, 'developer'), await join(opener, 'viewer')];
    const createdAt = service.clock.now();
    const factor = { userId: member.id, sealedSecret: 'x', confirmedAt: createdAt, lastStep: 0, createdAt };
    await service.database.tx((tx) => tx.insert(SecondFactor, factor));
    const path = `/api/admin/users/${member.id}/remove-second-factor`;
    expect(await api().post(path, {}, await admin())).toAnswer(200);
    const { token } = sessionOf(await login(service, member.username, PASSWORD));
    const logOf = async (session: string) =>
      JSON.stringify((await api().get('/api/account/security-log', { token: session })).body.data);
    for (const session of [opener.token, token])
      expect(await logOf(session)).toContain('user.remove_second_factor');
    expect(await logOf(other.token)).not.toContain('user.remove_second_factor');
  });
});

describe('removing a member', () => {
  it('cannot be prevented by an account with the address that a closed login gets', async () => {
    const opener = await openAccount();
    const member = await join(opener, 'developer');
    await register(service, { email: `left-${member.id}@users.invalid` });
    const path = `/api/account/members/${member.id}`;
    expect(await api().delete(path, { token: opener.token })).toAnswer(200);
  });
});

describe('a suspension', () => {
  it('ends the tokens of members, also for the time after it', async () => {
    const opener = await openAccount();
    const member = await join(opener, 'developer');
    await suspend(service, opener.id);
    await suspend(service, opener.id, false);
    expect(await standing(service, opener.token)).toBe('token_invalid');
    expect(await standing(service, member.token)).toBe('token_invalid');
  });

  it('is not lifted when another administrator closes the account at the same moment', async () => {
    const { id } = await openAccount();
    await suspend(service, id);
    const users = service.app.get(UsersService);
    const { token } = await admin();
    const lifting = await service.database.tx(async (tx) => {
      await users.lock(tx, { userId: id });
      const answer = api().put(`/api/admin/users/${id}/suspension`, { suspended: false }, { token });
      await new Promise((resolve) => setTimeout(resolve, 300));
      const closedAt = service.clock.now();
      await tx.insert(AccountClosure, { userId: id, closedAt, eraseAt: new Date('2099-01-01') });
      return { answer };
    });
    expect(await lifting.answer).toAnswer(409, 'account_closed');
  });
});
