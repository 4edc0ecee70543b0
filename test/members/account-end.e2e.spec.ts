import { In } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LoginSession } from '../../src/auth/auth.entities.js';
import { UsageRollup } from '../../src/credit/index.js';
import { AuditEntry } from '../../src/operations/audit/audit-entry.entity.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import { OutgoingMail } from '../../src/platform/mail/outgoing-mail.entity.js';
import { AccountClosure, Member, User } from '../../src/users/index.js';
import { mailsTo, tokenIn } from '../auth/mails.js';
import { login, mailsDone, newcomer, register, sessionOf } from '../auth/people.js';
import { placesOf } from '../privacy/traces.js';
import { keepBooks } from '../support/app.js';
import { newName } from '../support/factories.js';
import { startTestService, type TestService } from '../support/service.js';
import { adminToken } from '../support/tokens.js';
import { PASSWORD, type Somebody, teamOf } from './team.js';

const ERASE_DAYS = 30;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ env: { ACCOUNT_ERASE_DAYS: String(ERASE_DAYS) } });
});
afterAll(() => service.close());
keepBooks(() => service);
const { openAccount, accept, invited, join } = teamOf(() => service);

const api = () => service.api;
const newAddress = () => `${newName('baru')}@example.test`;
const leave = ({ token }: Somebody) => api().post('/api/account/members/leave', {}, { token });
const remove = (by: Somebody, { id }: Somebody) =>
  api().delete(`/api/account/members/${id}`, { token: by.token });
const setRole = (by: Somebody, { id }: Somebody, role: string) =>
  api().patch(`/api/account/members/${id}`, { role }, { token: by.token });
const admin = async () => ({ token: await adminToken(service) });
const again = async (who: Somebody, password: string): Promise<Somebody> => ({
  ...who,
  token: sessionOf(await login(service, who.username, password)).token,
});

async function changeEmail(who: Somebody, email = newAddress()): Promise<string> {
  expect(await api().post('/api/account/email', { email }, { token: who.token })).toAnswer(200);
  await mailsDone(service);
  const token = tokenIn(await mailsTo(service, email), 'change-email');
  expect(await api().post('/api/account/email/confirm', { token }, { token: who.token })).toAnswer(200);
  return email;
}

/** Has mails about the account sent, of its credit, its keys and its closing, and looks who gets them. */
async function mailsGoTo(email: string, account: Somebody, owner: Somebody): Promise<void> {
  const before = (await mailsTo(service, email)).length;
  const own = { token: owner.token };
  for (const low_threshold of [null, 1_000_000]) {
    expect(await api().patch('/api/account/credit', { low_threshold }, own)).toAnswer(200);
    for (const name of ['alerts', 'alert mails']) await service.app.get(Sweepers).runOnce(name);
  }
  expect(await api().post('/api/account/api-keys', { name: newName('Kunci') }, own)).toAnswer(201);
  expect(await api().post('/api/account/close', {}, own)).toAnswer(200);
  expect(await api().delete('/api/account/close', own)).toAnswer(200);
  await mailsDone(service);
  const subjects = (await mailsTo(service, email)).slice(before).map(({ subject }) => subject);
  expect(subjects).toEqual(
    expect.arrayContaining([
      'Kredit Sandi Anda hampir habis',
      'Sandi: API key dibuat',
      'Sandi: Permintaan menutup akun',
    ]),
  );
  const seen = await api().get(`/api/admin/users/${account.id}`, await admin());
  expect(seen.body.data).toMatchObject({ email, email_verified: true });
}

describe('mails about an account', () => {
  it('go to the owner who joined first, and follow the address of that owner alone', async () => {
    const opener = await openAccount();
    const second = await join(opener, 'owner');
    const changed = await changeEmail(opener);
    await changeEmail(second);
    await mailsGoTo(changed, opener, second);

    expect(await setRole(second, opener, 'viewer')).toAnswer(200);
    const after = await changeEmail(second);
    await mailsGoTo(after, opener, second);
    const viewer = await again(opener, 'sandi-rahasia');
    const own = await changeEmail(viewer);
    expect((await mailsTo(service, own)).length).toBe(1);
    await mailsGoTo(after, opener, second);
  });

  it('follow a correction by an administrator, which gives nobody who has left a login', async () => {
    const opener = await openAccount();
    const second = await join(opener, 'owner');
    expect(await leave(opener)).toAnswer(200);
    const [email, taken] = [newAddress(), newAddress()];
    const path = `/api/admin/users/${opener.id}/email`;
    const corrected = await api().put(path, { email }, await admin());
    expect(corrected.body.data).toMatchObject({ id: second.id, account_id: opener.id, email });
    expect((await api().get(`/api/admin/users/${opener.id}`, await admin())).body.data).toMatchObject({
      ...{ email, email_verified: false, username: opener.username },
    });
    const verified = await api().post(`/api/admin/users/${opener.id}/verify-email`, {}, await admin());
    expect(verified.body.data).toMatchObject({ email, email_verified: true });
    await mailsGoTo(email, opener, second);
    const left = await service.database.read.findOneByOrFail(User, { id: opener.id });
    expect(left.email).toBe(`left:${opener.id}@users.invalid`);
    for (const name of [opener.username, left.email])
      expect(await login(service, name, 'sandi-rahasia')).toAnswer(401, 'credentials_invalid');
    // A member is no account.
    for (const way of ['email', 'close', 'legal-hold'] as const) {
      const body = { email: { email: taken }, close: {}, 'legal-hold': { active: true, reason: 'x' } }[way];
      const call = way === 'close' ? api().post : api().put;
      expect(await call(`/api/admin/users/${second.id}/${way}`, body, await admin()), way).toAnswer(404);
    }
  });
});

describe('an erasure', () => {
  it('takes members, invitations and the one who opened the account with it, and nobody else', async () => {
    const elsewhere = await openAccount();
    const former = await join(elsewhere, 'developer');
    expect(await remove(elsewhere, former)).toAnswer(200);
    const [opener, email] = [await openAccount(), former.email];
    const second = await join(opener, 'owner');
    // With the address of a login that was closed in the other account.
    const developer = await join(second, 'developer', email);
    const guest = await invited(second, 'viewer');
    expect(await leave(opener)).toAnswer(200);
    const wanted = newAddress();
    expect(await api().post('/api/account/email', { email: wanted }, { token: second.token })).toAnswer(200);
    await api().post('/api/account/api-keys', { name: 'Milik Rahasia' }, { token: developer.token });
    await login(service, developer.username, 'salah');
    await mailsDone(service);
    const { id: invitation } = await lastInvitation(second);
    await waitingMails([`member_invitation:${invitation}`, `user:${developer.id}`, `user:${opener.id}`]);

    expect(await api().post(`/api/admin/users/${opener.id}/close`, {}, await admin())).toAnswer(200);
    expect(await accept(guest.token)).toAnswer(400, 'invitation_invalid');
    service.clock.advance(ERASE_DAYS * 86_400 + 60);
    for (let round = 0; round < 2; round++)
      await service.app.get(Sweepers).runOnce('the erasure of closed accounts');

    const holding = await stored();
    const people = [opener, second, developer];
    const emails = [opener.email, second.email, guest.email, wanted];
    for (const word of [...people.map(({ username }) => username), ...emails])
      expect(holding(word), word).toEqual([]);
    // The other account's own invitation.
    expect(holding(email).filter((place) => place.startsWith('table'))).toEqual([
      'table member_invitations',
      'table audit_entries',
    ]);
    const { read } = service.database;
    for (const { id } of people) {
      expect(await read.findOneByOrFail(User, { id })).toMatchObject({
        username: `erased:${id}`,
        name: `erased:${id}`,
      });
      expect(await read.findOneByOrFail(Member, { userId: id })).toMatchObject({ accountId: opener.id });
      expect(await read.countBy(LoginSession, { userId: id })).toBe(0);
      expect(await read.countBy(AuditEntry, { actorId: id })).toBe(0);
    }
    expect(await read.countBy(OutgoingMail, { kind: 'uji' })).toBe(0);
    // Of the other account, the closed login stays in its records, and its owner goes on.
    expect(await read.findOneByOrFail(User, { id: former.id })).toMatchObject({ username: former.username });
    expect(await again(elsewhere, 'sandi-rahasia')).toMatchObject({ token: expect.any(String) });
    await register(service, { username: developer.username, email, password: PASSWORD });
    service.clock.reset();
  });

  it('takes earlier invitations to its addresses with it', async () => {
    const [person, wanted] = [newcomer(), newAddress()];
    const invite = async (email: string) => {
      expect(await api().post('/api/admin/invitations', { email }, await admin())).toAnswer(201);
      await mailsDone(service);
      return tokenIn(await mailsTo(service, email), 'register');
    };
    await invite(person.email);
    const invitation = await invite(person.email);
    await invite(wanted);
    const answer = await api().post('/api/auth/register', { ...person, invitation });
    const { user, token } = sessionOf(answer);
    await changeEmail({ ...person, id: user.id, token }, wanted);
    expect(await api().post(`/api/admin/users/${user.id}/close`, {}, await admin())).toAnswer(200);
    service.clock.advance(ERASE_DAYS * 86_400 + 60);
    for (let round = 0; round < 2; round++)
      await service.app.get(Sweepers).runOnce('the erasure of closed accounts');
    const holding = await stored();
    for (const word of [person.username, person.email, wanted]) expect(holding(word), word).toEqual([]);
    service.clock.reset();
  });

  it('goes on with other accounts if one fails', async () => {
    const accounts = [await openAccount(), await openAccount()];
    for (const { id } of accounts)
      expect(await api().post(`/api/admin/users/${id}/close`, {}, await admin())).toAnswer(200);
    service.clock.advance(ERASE_DAYS * 86_400 + 60);
    vi.spyOn(service.app.get(UsageRollup), 'catchUp').mockRejectedValueOnce(new Error('broken'));
    const round = () => service.app.get(Sweepers).runOnce('the erasure of closed accounts');
    const erased = async () => {
      const rows = await service.database.read.findBy(AccountClosure, {
        userId: In(accounts.map(({ id }) => id)),
      });
      return rows.filter(({ erasedAt }) => erasedAt !== null).length;
    };
    await expect(round()).rejects.toThrow('broken');
    expect(await erased()).toBe(1);
    await round();
    expect(await erased()).toBe(2);
    service.clock.reset();
  });
});

/** Finds the tables that hold a word, also in a dump, and on SQLite in the file with its WAL. */
async function stored(): Promise<(word: string) => string[]> {
  const places = [...(await placesOf(service))].filter(([place]) => /^(?:table|dump|file)/.test(place));
  return (word) => places.flatMap(([place, text]) => (text.includes(word) ? place : []));
}

async function lastInvitation({ token }: Somebody): Promise<{ id: number }> {
  const { body } = await api().get('/api/account/members/invitations', { token });
  return (body.data as { id: number }[])[0] ?? { id: 0 };
}

/** Mails that the mail server has not taken. */
async function waitingMails(subjects: readonly string[]): Promise<void> {
  const [far, createdAt] = [new Date('2099-01-01'), service.clock.now()];
  const rest = {
    kind: 'uji',
    sealed: 'x',
    proven: true,
    attempts: 1,
    fault: null,
    dueAt: far,
    expiresAt: far,
  };
  const rows = subjects.map((about, nth) => ({ ...rest, about, reference: `mail_uji${nth}`, createdAt }));
  await service.database.tx((tx) => tx.insert(OutgoingMail, rows));
}
