import { expect } from 'vitest';
import { AuthModule } from '../../src/auth/index.js';
import { BackgroundTasks } from '../../src/platform/background/background-tasks.js';
import { Sweepers } from '../../src/platform/background/sweepers.js';
import type { ProfileView } from '../../src/users/index.js';
import type { Answer } from '../support/api.js';
import type { TestApp } from '../support/app.js';
import { newName } from '../support/factories.js';

export interface Session {
  token: string;
  user: ProfileView;
}

export interface Person extends Session {
  username: string;
  email: string;
  password: string;
  name: string;
}

export const sessionOf = (answer: Answer): Session => answer.body.data;

/** A registration nobody made before. */
export function newcomer(overrides: Record<string, unknown> = {}) {
  const username = newName('Orang_Uji.');
  return {
    username,
    email: `${username}@Example.test`,
    password: 'sandi-rahasia',
    name: 'Orang Uji',
    ...overrides,
  };
}

export async function register(
  test: TestApp,
  own: Partial<ReturnType<typeof newcomer>> = {},
): Promise<Person> {
  const person = { ...newcomer(), ...own };
  const answer = await test.api.post('/api/auth/register', person);
  expect(answer).toAnswer(201);
  return { ...person, ...sessionOf(answer) };
}

export const login = (test: TestApp, username: string, password: string) =>
  test.api.post('/api/auth/login', { username, password });

export const me = (test: TestApp, token: string) => test.api.get('/api/auth/me', { token });

/** What `me` says to a token, in a word. */
export async function standing(test: TestApp, token: string): Promise<string> {
  const answer = await me(test, token);
  return answer.status === 200 ? 'ok' : answer.body.code;
}

export async function suspend(test: TestApp, userId: number, suspended = true): Promise<void> {
  const { token } = sessionOf(await login(test, 'admin', 'admin-password'));
  const answer = await test.api.put(`/api/admin/users/${userId}/suspension`, { suspended }, { token });
  expect(answer).toAnswer(200);
}

/** Resolves once the mails that were asked for have been handed over. */
export async function mailsDone(test: TestApp): Promise<void> {
  await test.app.select(AuthModule).get(BackgroundTasks, { strict: true }).idle();
  // The second round waits for one that the service began itself beside the first.
  for (let round = 0; round < 2; round++) await test.app.get(Sweepers).runOnce('account mails');
}
