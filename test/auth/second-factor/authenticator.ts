import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { User } from '../../../src/users/index.js';
import type { Answer } from '../../support/api.js';
import type { TestApp } from '../../support/app.js';
import type { TestClock } from '../../support/test-clock.js';
import { login, type Person, register } from '../people.js';

/** Somebody's phone. */
export class Authenticator {
  constructor(
    private readonly clock: TestClock,
    readonly secret: string,
  ) {}

  code(afterSeconds = 0): string {
    const timestamp = this.clock.now().getTime() + afterSeconds * 1000;
    return new TOTP({ secret: this.secret }).generate({ timestamp });
  }

  /** One that was not shown before: half a minute later. */
  next(): string {
    this.clock.advance(30);
    return this.code();
  }

  /** Neither the code of now nor those of the half minutes beside it, which are taken too. */
  wrong(): string {
    const right = new Set([-60, -30, 0, 30, 60].map((seconds) => this.code(seconds)));
    return (
      ['000000', '000001', '000002', '000003', '000004', '000005'].find((code) => !right.has(code)) ?? ''
    );
  }
}

export interface Enrolled extends Person {
  app: Authenticator;
  recoveryCodes: string[];
}

export const beginEnrolment = (test: TestApp, token: string) =>
  test.api.post('/api/auth/second-factor', undefined, { token });

/** Turns it on with whatever session this is. */
export async function enrol<P extends { token: string; password: string }>(
  test: TestApp,
  person: P,
): Promise<P & Pick<Enrolled, 'app' | 'recoveryCodes'>> {
  const { token, password } = person;
  const { secret } = (await beginEnrolment(test, token)).body.data as { secret: string };
  const app = new Authenticator(test.clock, secret);
  const proof = { code: app.code(), current_password: password };
  const answer = await test.api.post('/api/auth/second-factor/confirm', proof, { token });
  expect(answer).toAnswer(200);
  const { recovery_codes: recoveryCodes } = answer.body.data as { recovery_codes: string[] };
  return { ...person, app, recoveryCodes };
}

export const enrolled = async (test: TestApp): Promise<Enrolled> => enrol(test, await register(test));

export async function verifyEmail(test: TestApp, { user }: Person): Promise<void> {
  const emailVerifiedAt = test.clock.now();
  await test.database.tx((tx) => tx.update(User, { id: user.id }, { emailVerifiedAt }));
}

/** What the right password is answered with. */
export async function challengeOf(test: TestApp, { username, password }: Person): Promise<string> {
  const answer = await login(test, username, password);
  expect(answer).toAnswer(401, 'second_factor_required');
  return (answer.body as unknown as { challenge: string }).challenge;
}

export const secondStep = (test: TestApp, challenge: string, code: string, headers = {}): Promise<Answer> =>
  test.api.post('/api/auth/login/second-factor', { challenge, code }, { headers });

export const codeOf = ({ status, body }: Answer): string => (status === 200 ? 'ok' : body.code);
