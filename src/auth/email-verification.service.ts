import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Audit, type UserActor } from '../operations/audit/index.js';
import { BackgroundTasks } from '../platform/background/background-tasks.js';
import { Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { randomToken } from '../platform/ids/random.js';
import { Limits, requireAllowed } from '../platform/limits/index.js';
import { type Mail, MailOutbox } from '../platform/mail/index.js';
import { LOGGER, type Logger } from '../platform/observability/logger-token.js';
import { sha256 } from '../platform/security/hashing.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { type ProfileView, User, UsersService } from '../users/index.js';
import { MailLimit } from './mail-limit.js';

/** Per mailbox, however many accounts have variants of its address. */
const MAILBOX_MAILS_MAX = 5;
export const VERIFY_MAIL = 'email_verification';

/**
 * Verifies an address by a mailed link together with a session of its account. By the link alone, the owner of the
 * address could verify a stranger's account.
 */
@Injectable()
export class EmailVerificationService {
  private readonly mails: MailLimit;

  constructor(
    limits: Limits,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly outbox: MailOutbox,
    private readonly background: BackgroundTasks,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly audit: Audit,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.mails = new MailLimit(limits, config.dataKeys, 'verify', MAILBOX_MAILS_MAX);
  }

  /** The first link. The registration does not wait for it, and does not fail without it. */
  async welcome(user: User): Promise<void> {
    const { allowed } = await this.mails.consume(user);
    if (!allowed || !this.background.start('mail a verification link', () => this.mailLink(user.id)))
      this.logger.info({ userId: user.id }, 'no verification mail: too many in a short time');
  }

  /** Replaces the earlier link. Fails with `email_already_verified` or `rate_limited`. */
  async resend(userId: number): Promise<void> {
    const user = await this.users.require(userId);
    if (user.emailVerifiedAt !== null) throw new AppError('email_already_verified');
    requireAllowed(await this.mails.consume(user));
    if (!this.background.start('mail a verification link', () => this.mailLink(user.id)))
      throw new AppError('overloaded');
  }

  /** By the newest link of the account; using it again does no harm. */
  async verify(owner: UserActor, token: string): Promise<ProfileView> {
    const { memberId: userId } = owner;
    const user = await this.users.require(userId);
    if (user.emailVerifiedAt === null) {
      const isVerified = await this.database.tx(async (tx) => {
        if (!(await this.users.redeemEmailToken(tx, userId, sha256(token)))) return false;
        await this.audit.recordOwn(tx, owner, 'email.verify');
        return true;
      });
      if (!isVerified) throw new AppError('verification_token_invalid');
    }
    return this.users.profile(userId);
  }

  private async mailLink(userId: number): Promise<void> {
    const token = randomToken();
    const expiresAt = addSeconds(this.clock.now(), this.config.VERIFY_TOKEN_TTL_SECONDS);
    const link = `${this.config.publicUrl}/verify-email#token=${token}`;
    const hours = Math.ceil(this.config.VERIFY_TOKEN_TTL_SECONDS / 3600);
    const about = `user:${userId}`;
    await this.database.tx(async (tx) => {
      // The address may have changed.
      const to = await this.database.lockRow(tx, User, { id: userId });
      if (!to) return;
      await this.users.expectEmailToken(tx, userId, sha256(token), expiresAt);
      await this.outbox.withdraw(tx, VERIFY_MAIL, about);
      await this.outbox.enqueue(tx, { kind: VERIFY_MAIL, about, to, expiresAt, ...verifyMail(link, hours) });
    });
    this.outbox.committed();
  }
}

/** Quotes nothing of the registration: a stranger may have made it. */
function verifyMail(link: string, hours: number): Omit<Mail, 'to'> {
  return {
    subject: 'Verifikasi alamat email akun Sandi',
    text: `Halo,

Sebuah akun Sandi terdaftar dengan alamat email ini. Jika akun itu milik Anda, buka tautan berikut dan masuk dengan
password akun itu:

${link}

Tautan berlaku ${hours} jam. Tautan yang lebih lama tidak berlaku lagi.

Jika bukan Anda yang mendaftar, abaikan email ini: tanpa Anda, alamat ini tidak terverifikasi. Untuk mengambil alih akun
itu, gunakan “Lupa password” dengan alamat email ini; semua yang dibuat pendaftarnya akan berakhir.

Sandi
`,
  };
}
