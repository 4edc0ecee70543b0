import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/api.js';
import { keepBooks, startTestApp, type TestApp } from '../support/app.js';
import { mailsTo, tokenIn } from './mails.js';
import { login, mailsDone, newcomer, register, standing } from './people.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
keepBooks(() => test);

/** From lists of leaked passwords that others keep: long enough for the rule of length. */
const COMMON = ['12345678', 'password1', 'qwertyuiop', 'iloveyou', 'bismillah', 'PassWord123'];

function refused(answer: Answer): void {
  expect(answer).toAnswer(400, {
    code: 'password_common',
    message: expect.stringMatching(/^Password ini terlalu umum/),
  });
}

describe('a password that everybody guesses first', () => {
  it.each(COMMON)('(%s) opens no account, in any case of its letters', async (password) => {
    for (const spelling of [password, password.toUpperCase(), password.toLowerCase()])
      refused(await test.api.post('/api/auth/register', newcomer({ password: spelling })));
  });

  it('is not changed to', async () => {
    const { token, password } = await register(test);
    const change = { current_password: password, new_password: 'password123' };
    refused(await test.api.post('/api/auth/change-password', change, { token }));
    expect(await standing(test, token)).toBe('ok');
  });

  it('is not reset to, and the link is good for a better one', async () => {
    const { email, username } = await register(test);
    await test.api.post('/api/auth/forgot-password', { email });
    await mailsDone(test);
    const token = tokenIn(await mailsTo(test, email), 'reset-password');
    const reset = (password: string) => test.api.post('/api/auth/reset-password', { token, password });
    refused(await reset('qwerty123'));
    expect(await reset('sandi yang lebih baik')).toAnswer(200);
    expect(await login(test, username, 'sandi yang lebih baik')).toAnswer(200);
  });

  it('is that password alone: with a word more it is taken', async () => {
    for (const password of ['password1 kucing', ' password1', 'bismillah-7-kali'])
      expect(await test.api.post('/api/auth/register', newcomer({ password }))).toAnswer(201);
  });
});
