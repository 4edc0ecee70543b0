import { userInfo } from 'node:os';
import { Injectable } from '@nestjs/common';
import { Config } from '../../config/index.js';
import { type Actor, Audit } from '../../operations/audit/index.js';
import { ROLE } from '../../platform/access/principal.js';
import { Database, deleteByKey } from '../../platform/database/index.js';
import { randomBase62, randomId } from '../../platform/ids/random.js';
import { Administrators, type User, UsersService } from '../../users/index.js';
import { EmailChange, PasswordReset } from '../auth.entities.js';
import { LoginThrottle } from '../login-throttle.js';
import { Passwords } from '../passwords.js';
import { removeSecondFactor } from '../second-factor/remove-second-factor.js';

export const COMMANDS = ['unlock', 'reset-password', 'make-admin', 'remove-second-factor'] as const;
export type Command = (typeof COMMANDS)[number];

export type CommandOutcome = { kind: 'done'; text: string } | { kind: 'unknown'; text: string };

const PASSWORD_LENGTH = 16;

/** Account commands of the operator, each in one transaction with its entry in the audit log. */
@Injectable()
export class AccountCommands {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly administrators: Administrators,
    private readonly throttle: LoginThrottle,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
    private readonly config: Config,
  ) {}

  /** `name` is a username or an email. */
  async run(command: Command, name: string): Promise<CommandOutcome> {
    const user = await this.users.findByLogin(name);
    if (!user) return { kind: 'unknown', text: `There is no account with the username or email ${name}.` };
    // Administrators are found and demoted by their accounts.
    if (command === 'make-admin' && !(await this.users.findAccount(user.id)))
      return { kind: 'unknown', text: `${nameOf(user)} is a member of another user's account.` };
    const actor = { kind: 'shell', requestId: randomId() } as const;
    const text = await this[DOES[command]](actor, user);
    const isSuspended = user.suspendedAt !== null;
    return { kind: 'done', text: isSuspended ? `${text}\nThe account is suspended, and stays so.` : text };
  }

  private async unlock(actor: Actor, user: User): Promise<string> {
    await this.database.tx(async (tx) => {
      await this.throttle.unlock(tx, user.id);
      await this.audit.record(tx, actor, 'user.unlock', `user:${user.id}`, osUser());
    });
    return `Wrong passwords of ${nameOf(user)} are forgotten: it can log in from anywhere.`;
  }

  /** Links that were mailed end too. API keys and webhooks stay. */
  private async resetPassword(actor: Actor, user: User): Promise<string> {
    const password = randomBase62(Math.max(PASSWORD_LENGTH, this.config.PASSWORD_MIN));
    const passwordHash = await this.passwords.hash(password);
    await this.database.tx(async (tx) => {
      await this.users.setPassword(tx, user.id, passwordHash);
      await deleteByKey(tx, PasswordReset, 'id', { userId: user.id });
      await tx.delete(EmailChange, { userId: user.id });
      await this.throttle.unlock(tx, user.id);
      await this.audit.record(tx, actor, 'user.reset_password', `user:${user.id}`, osUser());
    });
    return `New password of ${nameOf(user)}, shown this once: ${password}\nAll its sessions have ended.`;
  }

  private async makeAdmin(actor: Actor, user: User): Promise<string> {
    if (user.roleId === ROLE.admin) return `${nameOf(user)} is an administrator already.`;
    await this.database.tx((tx) =>
      this.administrators.setRole(
        tx,
        actor,
        user.id,
        { roleId: ROLE.admin, adminRole: 'operator' },
        osUser(),
      ),
    );
    return `${nameOf(user)} is an administrator from the next login on. All its sessions have ended.`;
  }

  /** The user then logs in by password alone. */
  private async removeSecondFactor(actor: Actor, user: User): Promise<string> {
    const wasOn = await this.database.tx(async (tx) => {
      if (!(await removeSecondFactor(tx, user.id))) return false;
      await this.users.endTokens(tx, user.id);
      await this.audit.record(tx, actor, 'user.remove_second_factor', `user:${user.id}`, osUser());
      return true;
    });
    return wasOn
      ? `${nameOf(user)} logs in by password alone. All its sessions have ended.`
      : `${nameOf(user)} has no second factor.`;
  }
}

const DOES = {
  unlock: 'unlock',
  'reset-password': 'resetPassword',
  'make-admin': 'makeAdmin',
  'remove-second-factor': 'removeSecondFactor',
} as const satisfies Record<Command, string>;

const nameOf = ({ id, username }: User) => `${username} (id ${id})`;

/** Some containers run as a number without a name. */
function osUser(): { os_user?: string } {
  try {
    return { os_user: userInfo().username };
  } catch {
    return {};
  }
}
