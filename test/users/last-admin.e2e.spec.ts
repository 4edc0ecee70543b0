import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE } from '../../src/platform/access/principal.js';
import { login, register, type Session, sessionOf } from '../auth/people.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';

const ROUNDS = 8;

describe('the last administrator', () => {
  let test: TestApp;
  keepBooks(() => test);
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  type Deed = 'demote' | 'suspend' | 'demote or suspend';

  const demote = (by: Session, whom: Session) =>
    test.api.put(`/api/admin/users/${whom.user.id}/role`, { role_id: ROLE.user }, { token: by.token });
  const suspend = (by: Session, whom: Session) =>
    test.api.put(`/api/admin/users/${whom.user.id}/suspension`, { suspended: true }, { token: by.token });

  async function promoted(by: Session): Promise<Session> {
    const person = await register(test);
    const role = { role_id: ROLE.admin };
    await test.api.put(`/api/admin/users/${person.user.id}/role`, role, { token: by.token });
    return sessionOf(await login(test, person.username, person.password));
  }

  const first = async () => sessionOf(await login(test, 'admin', 'admin-password'));
  const isAdmin = async ({ token }: Session) =>
    (await test.api.get('/api/admin/users', { token })).status === 200;

  it.each<Deed>(['demote', 'suspend', 'demote or suspend'])(
    'is left when two %s each other at once',
    async (deed) => {
      const one = deed === 'suspend' ? suspend : demote;
      const other = deed === 'demote' ? demote : suspend;
      const root = await first();
      let left = root;
      for (let round = 0; round < ROUNDS; round++) {
        const [a, b] = [left, await promoted(left)];
        const answers = await Promise.all([one(a, b), other(b, a)]);
        const standing = [await isAdmin(a), await isAdmin(b)];
        expect(
          standing.filter(Boolean),
          `statuses ${answers.map(({ status }) => status).join()}`,
        ).toHaveLength(1);
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
        // Who came too late has either lost the token already, or would have been the last to go.
        const late = answers.find(({ status }) => status !== 200);
        expect(['last_admin', 'token_invalid', 'forbidden']).toContain(late?.body.code);
        left = standing[0] ? a : b;
      }
      await restoreFirst(left, root);
    },
  );

  /** The next test logs in as the first administrator again. */
  async function restoreFirst(by: Session, { user }: Session): Promise<void> {
    if (by.user.id === user.id) return;
    await test.api.put(`/api/admin/users/${user.id}/suspension`, { suspended: false }, { token: by.token });
    await test.api.put(`/api/admin/users/${user.id}/role`, { role_id: ROLE.admin }, { token: by.token });
    await demote(await first(), by);
  }

  it('is told so to whoever comes too late, and is counted without those who are suspended', async () => {
    const root = await first();
    const second = await promoted(root);
    const third = await promoted(root);
    expect(await suspend(root, third)).toAnswer(200);
    const many = await Promise.all([demote(second, root), suspend(second, root), demote(root, second)]);
    const standing = [await isAdmin(root), await isAdmin(second)];
    expect(standing.filter(Boolean), JSON.stringify(many.map(({ body }) => body))).toHaveLength(1);
    await restoreFirst(standing[0] ? root : second, root);
  });

  it('can be demoted once there is another', async () => {
    const root = await first();
    const second = await promoted(root);
    expect(await demote(second, root)).toAnswer(200);
    expect(await isAdmin(second)).toBe(true);
    await restoreFirst(second, root);
  });
});
