import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../src/operations/audit/audit-entry.entity.js';
import { ROLE } from '../../../src/platform/access/principal.js';
import { User } from '../../../src/users/index.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { wholeDocument } from '../../support/openapi.js';
import { login, type Person, register, sessionOf, standing } from '../people.js';
import { challengeOf, codeOf, enrol, enrolled, secondStep } from './authenticator.js';

/** An administrator of our own, with a session of the role. */
async function administrator(test: TestApp): Promise<Person> {
  const person = await register(test);
  await test.database.tx((tx) => tx.update(User, { id: person.user.id }, { roleId: ROLE.admin }));
  return person;
}

describe('where administrators must have a second factor', () => {
  let test: TestApp;
  let operations: [string, string][];
  beforeAll(async () => {
    test = await startTestApp({ env: { ADMIN_MFA: 'required' } });
    const { paths } = await wholeDocument<{ security?: Record<string, unknown>[] }>(test.url);
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { security }]) => security?.some((scheme) => 'user_token' in scheme))
        .map(([method]): [string, string] => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, '1')]),
    );
  });
  afterAll(() => test.close());
  keepBooks(() => test);

  const FOR_ENROLMENT = new Set([
    'GET /api/auth/me',
    'POST /api/auth/logout-all',
    'POST /api/auth/session',
    'GET /api/auth/second-factor',
    'POST /api/auth/second-factor',
    'POST /api/auth/second-factor/confirm',
  ]);

  it('one without reaches the enrolment and the logout, and nothing else of the whole API', async () => {
    const { token } = await administrator(test);
    const others = operations.filter(([method, path]) => !FOR_ENROLMENT.has(`${method} ${path}`));
    expect(operations.length - others.length).toBe(FOR_ENROLMENT.size);
    expect(others.length).toBeGreaterThan(50);
    for (const [method, path] of others) {
      const answer = await test.api.call(method, path, { token });
      expect(answer).toAnswer(403, 'second_factor_enrolment_required');
    }
    expect(await standing(test, token)).toBe('ok');
    expect((await test.api.get('/api/auth/second-factor', { token })).body.data).toMatchObject({
      enabled: false,
      required: true,
    });
    expect(await test.api.post('/api/auth/logout-all', undefined, { token })).toAnswer(200);
  });

  it('one goes on from the same session once it is enrolled, and no further than that when it is off again', async () => {
    const person = await administrator(test);
    const { app, token, password } = await enrol(test, person);
    const list = async () => codeOf(await test.api.get('/api/admin/users', { token }));
    expect(await list()).toBe('ok');
    const proof = { code: app.next(), current_password: password };
    expect(await test.api.post('/api/auth/second-factor/disable', proof, { token })).toAnswer(200);
    expect(await list()).toBe('second_factor_enrolment_required');
    test.clock.reset();
  });

  it('everybody else decides for themselves', async () => {
    const { token } = await register(test);
    expect(await test.api.get('/api/account/api-keys', { token })).toAnswer(200);
    expect((await test.api.get('/api/auth/second-factor', { token })).body.data).toMatchObject({
      required: false,
    });
  });
});

describe('an administrator who takes the second factor from somebody who lost the phone', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterEach(() => test.clock.reset());
  afterAll(() => test.close());
  keepBooks(() => test);

  const remove = (id: number, token: string, body: object = {}) =>
    test.api.post(`/api/admin/users/${id}/remove-second-factor`, body, { token });

  it('shows the password again, ends the sessions, and is noted', async () => {
    const [admin, person] = [await administrator(test), await enrolled(test)];
    const { id } = person.user;
    const state = async () =>
      (await test.api.get(`/api/admin/users/${id}/second-factor`, { token: admin.token })).body.data;
    expect(await state()).toEqual({ enabled: true });
    test.clock.advance(601);
    expect(codeOf(await remove(id, admin.token))).toBe('current_password_required');
    expect(codeOf(await remove(id, admin.token, { current_password: 'sandi-salah' }))).toBe('password_wrong');
    expect(codeOf(await remove(id, admin.token, { current_password: admin.password }))).toBe('ok');
    expect(await state()).toEqual({ enabled: false });
    expect(await standing(test, person.token)).toBe('token_invalid');
    expect(await login(test, person.username, person.password)).toAnswer(200);
    const noted = {
      actorId: admin.user.id,
      action: 'user.remove_second_factor',
      target: `user:${id}`,
    } as const;
    expect(await test.database.read.countBy(AuditEntry, noted)).toBe(1);
    expect(codeOf(await remove(id, admin.token, { current_password: admin.password }))).toBe(
      'second_factor_disabled',
    );
  });

  it('is none who has not that role, and cannot do it to their own account', async () => {
    const person = await enrolled(test);
    const admin = await enrol(test, await administrator(test));
    const other = await register(test);
    expect(codeOf(await remove(person.user.id, other.token))).toBe('forbidden');
    expect(codeOf(await remove(admin.user.id, admin.token))).toBe('own_account');
    expect(codeOf(await remove(2_000_000_000, admin.token))).toBe('not_found');
    const challenge = await challengeOf(test, admin);
    const { token } = sessionOf(await secondStep(test, challenge, admin.app.next()));
    expect(codeOf(await remove(person.user.id, token))).toBe('ok');
  });
});
