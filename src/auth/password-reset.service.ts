import { Inject, Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { ApiKeysService } from '../api-keys/index.js';
import { Config } from '../config/index.js';
import { Audit } from '../operations/audit/index.js';
import type { Caller } from '../platform/access/principal.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { Database, deleteByKey } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { randomToken } from '../platform/ids/random.js';
import { addressKey, Limits } from '../platform/limits/index.js';
import { type Mail, MailOutbox } from '../platform/mail/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { sha256 } from '../platform/security/hashing.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { type Membership, User, UsersService } from '../users/index.js';
import { WebhookOutbox } from '../webhook/index.js';
import type { ResetPreview } from './auth.dto.js';
import { EmailChange, PasswordReset } from './auth.entities.js';
import { LoginThrottle } from './login-throttle.js';
import { MailLimit } from './mail-limit.js';
import { Passwords } from './passwords.js';
import { removeSecondFactor } from './second-factor/remove-second-factor.js';

const MAILBOX_MAILS_MAX = 10;
const RESET_MAIL = 'password_reset';
/** Mails with the link of an {@link EmailChange}. */
export const CHANGE_MAIL = 'email_change';

/** Resets a password by a mailed link, for accounts that log in with Google too. */
@Injectable()
export class PasswordResetService {
  private readonly mails: MailLimit;

  constructor(
    limits: Limits,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly keys: ApiKeysService,
    private readonly webhooks: WebhookOutbox,
    private readonly passwords: Passwords,
    private readonly throttle: LoginThrottle,
    private readonly outbox: MailOutbox,
    private readonly background: BackgroundTasks,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly audit: Audit,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.mails = new MailLimit(limits, config.dataKeys, 'reset', MAILBOX_MAILS_MAX);
  }

  /**
   * Look-up and mail follow the response, so that neither its text nor its time reveals whether an account exists.
   * Fails if the link cannot be stored.
   */
  async forgot(email: string): Promise<void> {
    await this.database.proveWritable();
    if (!this.background.start('mail a reset link', () => this.mailLink(email)))
      throw new AppError('overloaded');
  }

  /** Needs the newest link. Fails with `reset_token_invalid`. */
  async preview(token: string): Promise<ResetPreview> {
    const { userId } = await this.newest(this.database.read, sha256(token));
    const user = await this.users.find(userId);
    return { ends_everything: user?.emailVerifiedAt === null };
  }

  /**
   * Uses the newest link, once, and ends every token. If the address was unverified, a stranger may have made the
   * account, so all that it holds ends too. Fails with `reset_token_invalid`.
   */
  async reset(caller: Caller, token: string, password: string): Promise<void> {
    const tokenHash = sha256(token);
    const known = await this.database.read.findOneBy(PasswordReset, { tokenHash });
    const user = known && (await this.users.find(known.userId));
    // A guess must not cost a hash.
    if (!user) throw new AppError('reset_token_invalid');
    const owner = await this.users.actorOf(caller, user);
    const membership = await this.users.membershipOf(user);
    const passwordHash = await this.passwords.hash(password, { key: addressKey(caller.address) });
    await this.database.tx(async (tx) => {
      await this.users.lock(tx, { userId: user.id });
      const userId = await this.redeem(tx, tokenHash);
      await this.users.setPassword(tx, userId, passwordHash);
      // Guesses of others may have locked the owner out.
      await this.throttle.unlock(tx, userId);
      const endsEverything = await this.users.proveEmail(tx, userId);
      if (endsEverything) await this.endEverything(tx, userId, membership);
      const detail = { ends_everything: endsEverything };
      await this.audit.recordOwn(tx, owner, 'password.reset', undefined, detail);
    });
  }

  /** Deletes the link and all others of its account, and returns whose it was. */
  private async redeem(tx: EntityManager, tokenHash: string): Promise<number> {
    const { id, userId } = await this.newest(tx, tokenHash);
    const { affected } = await tx.delete(PasswordReset, { id });
    if (affected !== 1) throw new AppError('reset_token_invalid');
    await this.endMailedLinks(tx, userId);
    return userId;
  }

  private async newest(manager: EntityManager, tokenHash: string): Promise<PasswordReset> {
    const now = this.clock.now();
    const reset = await manager.findOneBy(PasswordReset, { tokenHash, expiresAt: MoreThan(now) });
    if (!reset) throw new AppError('reset_token_invalid');
    // Two links asked for at once may both have been stored.
    if (await manager.existsBy(PasswordReset, { userId: reset.userId, id: MoreThan(reset.id) }))
      throw new AppError('reset_token_invalid');
    return reset;
  }

  /** Everything that was created before the address was verified. Keys and webhooks are the owners'. */
  private async endEverything(
    tx: EntityManager,
    userId: number,
    { accountId, role }: Membership,
  ): Promise<void> {
    await this.users.forgetGoogle(tx, userId);
    await removeSecondFactor(tx, userId);
    if (role !== 'owner') return;
    await this.keys.removeAll(tx, accountId);
    await this.webhooks.removeAll(tx, accountId);
  }

  private async mailLink(email: string): Promise<void> {
    const user = await this.users.findByEmail(email);
    if (!user || user.suspendedAt !== null) return;
    if (!(await this.mails.consume(user)).allowed) {
      this.logger.info({ userId: user.id }, 'no reset mail: too many in a short time');
      return;
    }
    const token = randomToken();
    const link = `${this.config.publicUrl}/reset-password#token=${token}`;
    const minutes = Math.floor(this.config.RESET_TOKEN_TTL_SECONDS / 60);
    const userId = user.id;
    const createdAt = this.clock.now();
    const expiresAt = addSeconds(createdAt, this.config.RESET_TOKEN_TTL_SECONDS);
    await this.database.tx(async (tx) => {
      // The address may have changed, or its login may have been closed.
      if ((await this.database.lockRow(tx, User, { id: userId }))?.emailKey !== user.emailKey) return;
      await this.endLinks(tx, userId);
      await tx.insert(PasswordReset, { userId, tokenHash: sha256(token), expiresAt, createdAt });
      const words = resetMail(link, token, minutes, user.emailVerifiedAt === null);
      const about = `user:${userId}`;
      await this.outbox.enqueue(tx, { kind: RESET_MAIL, about, to: user, expiresAt, ...words });
    });
    this.outbox.committed();
  }

  /** After a new password or address, or when a login closes: ends its reset links and the one to a new address. */
  async endMailedLinks(tx: EntityManager, userId: number): Promise<void> {
    await this.endLinks(tx, userId);
    await tx.delete(EmailChange, { userId });
    await this.outbox.withdraw(tx, CHANGE_MAIL, `user:${userId}`);
  }

  /** Also cancels mails that are still queued. */
  private async endLinks(tx: EntityManager, userId: number): Promise<void> {
    await deleteByKey(tx, PasswordReset, 'id', { userId });
    await this.outbox.withdraw(tx, RESET_MAIL, `user:${userId}`);
  }
}

function resetMail(link: string, token: string, minutes: number, endsEverything: boolean): Omit<Mail, 'to'> {
  return {
    subject: 'Reset password Sandi',
    text: `Halo,

Kami menerima permintaan untuk mengatur ulang password akun Sandi Anda.
Buka tautan berikut untuk membuat password baru:

${link}

Atau masukkan token ini pada halaman reset password:

${token}

Tautan berlaku ${minutes} menit dan hanya dapat dipakai satu kali. Tautan yang lebih lama tidak berlaku lagi.
${endsEverything ? ENDS_EVERYTHING : ''}Jika Anda tidak meminta reset password, abaikan email ini: password Anda tidak berubah.

Sandi
`,
  };
}

const ENDS_EVERYTHING = `
Alamat email ini belum pernah diverifikasi, jadi akun itu mungkin dibuat orang lain. Karena itu, membuat password baru juga
mengakhiri semua sesi, API key dan webhook yang sudah ada pada akun itu, juga verifikasi dua langkahnya.

`;
