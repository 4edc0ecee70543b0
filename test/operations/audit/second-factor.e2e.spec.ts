import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sessionOf } from '../../auth/people.js';
import { challengeOf, enrolled, secondStep } from '../../auth/second-factor/authenticator.js';
import { keepBooks, startTestApp, type TestApp } from '../../support/app.js';
import { logOf } from './log.js';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterEach(() => test.clock.reset());
afterAll(() => test.close());
keepBooks(() => test);

describe('an account is told of its second factor', () => {
  it('that it was turned on and off, who came in by it or did not, and which codes were used', async () => {
    const person = await enrolled(test);
    const { app, password, recoveryCodes, user } = person;
    const [first = '', second = ''] = recoveryCodes;
    const challenge = await challengeOf(test, person);
    await secondStep(test, challenge, app.wrong());
    await secondStep(test, challenge, app.next());
    const { token } = sessionOf(await secondStep(test, await challengeOf(test, person), first));
    const post = async (path: string, code: string) => {
      const body = { code, current_password: password };
      const answer = await test.api.post(`/api/auth/second-factor/${path}`, body, { token });
      expect(answer).toAnswer(200);
    };
    await post('recovery-codes', second);
    await post('disable', app.next());
    const lines = (await logOf(test, token)).toReversed();
    expect(lines.map(({ action, detail, times }) => [action, detail, times])).toEqual([
      ['signin.ok', { how: 'registration' }, 1],
      ['second_factor.enable', null, 1],
      ['signin.failed', { how: 'second_factor', reason: 'second_factor_wrong' }, 1],
      ['signin.ok', { how: 'second_factor' }, 2],
      ['second_factor.recovery_code_used', null, 1],
      ['second_factor.recovery_code_used', null, 1],
      ['second_factor.recovery_codes', null, 1],
      ['second_factor.disable', null, 1],
    ]);
    for (const { action, target } of lines)
      if (action.startsWith('second_factor')) expect(target).toBe(`user:${user.id}`);
    for (const secret of [
      app.secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replace('-', '')),
    ])
      expect(JSON.stringify(lines)).not.toContain(secret);
  });
});
