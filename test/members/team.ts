import { expect } from 'vitest';
import type { AccountRole } from '../../src/platform/access/roles.rules.js';
import { User } from '../../src/users/index.js';
import { mailsTo, tokenIn } from '../auth/mails.js';
import { mailsDone, register, sessionOf } from '../auth/people.js';
import { newName } from '../support/factories.js';
import type { TestService } from '../support/service.js';

export const PASSWORD = 'sandi-rahasia-anggota';

export interface Somebody {
  id: number;
  username: string;
  email: string;
  token: string;
}

/** Opens accounts, and invites members. */
export function teamOf(service: () => TestService) {
  const api = () => service().api;

  /** An account with a verified address. */
  async function openAccount(): Promise<Somebody> {
    const { user, token, username, email } = await register(service());
    const emailVerifiedAt = service().clock.now();
    await service().database.tx((tx) => tx.update(User, { id: user.id }, { emailVerifiedAt }));
    return { id: user.id, username, email, token };
  }

  const invite = (by: Somebody, email: string, role: AccountRole) =>
    api().post('/api/account/members/invitations', { email, role }, { token: by.token });

  const accept = (token: string, more: object = {}) =>
    api().post('/api/auth/invitations/accept', {
      token,
      username: newName('anggota'),
      password: PASSWORD,
      name: 'Siti',
      ...more,
    });

  async function invited(
    by: Somebody,
    role: AccountRole,
    email = `${newName('undangan')}@example.test`,
  ): Promise<{ email: string; token: string }> {
    expect(await invite(by, email, role)).toAnswer(201);
    await mailsDone(service());
    return { email, token: tokenIn(await mailsTo(service(), email), 'join') };
  }

  async function join(by: Somebody, role: AccountRole, email?: string): Promise<Somebody> {
    const invitation = await invited(by, role, email);
    const answer = await accept(invitation.token);
    expect(answer).toAnswer(201);
    const { user, token } = sessionOf(answer);
    return { id: user.id, username: user.username, email: invitation.email, token };
  }

  return { openAccount, invite, accept, invited, join };
}
