import { Injectable } from '@nestjs/common';
import { type EntityManager, MoreThan } from 'typeorm';
import { Config } from '../../config/index.js';
import { Audit } from '../../operations/audit/index.js';
import type { SessionActor } from '../../platform/access/principal.js';
import { Database, isUniqueViolation } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import { randomToken } from '../../platform/ids/random.js';
import { Limits, requireAllowed } from '../../platform/limits/index.js';
import { type Mail, MailOutbox } from '../../platform/mail/index.js';
import { sha256 } from '../../platform/security/hashing.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { contactsOf, type ProfileView, UsersService } from '../../users/index.js';
import type { EmailDto } from '../auth.dto.js';
import { EmailChange } from '../auth.entities.js';
import { EmailVerificationService, VERIFY_MAIL } from '../email-verification.service.js';
import { MailLimit } from '../mail-limit.js';
import { PasswordConfirmation } from '../password-confirmation.js';
import { CHANGE_MAIL, PasswordResetService } from '../password-reset.service.js';

/** Per mailbox, however many accounts ask for variants of its address. */
const MAILBOX_MAILS_MAX = 5;

/**
 * Changes the address of an account: for its owner with a mailed link and a session of the account, or as an
 * administrator corrects it. The old address gets a mail of each.
 */
@Injectable()
export class EmailChanges {
  private readonly mails: MailLimit;

  constructor(
    limits: Limits,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly confirmation: PasswordConfirmation,
    private readonly verification: EmailVerificationService,
    private readonly resets: PasswordResetService,
    private readonly outbox: MailOutbox,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {
    this.mails = new MailLimit(limits, config.dataKeys, 'change', MAILBOX_MAILS_MAX);
  }

  /** Replaces the earlier link. Fails with `email_taken` or `rate_limited`, or as {@link PasswordConfirmation}. */
  async ask(owner: SessionActor, { email, current_password }: EmailDto): Promise<void> {
    const { memberId: userId } = owner;
    await this.confirmation.require(owner, current_password);
    if (await this.users.findByEmail(email)) throw new AppError('email_taken');
    requireAllowed(await this.mails.consume({ id: userId, email }));
    const token = randomToken();
    const expiresAt = addSeconds(this.clock.now(), this.config.VERIFY_TOKEN_TTL_SECONDS);
    await this.database.tx(async (tx) => {
      await this.users.lock(tx, owner);
      await this.endLink(tx, userId);
      await tx.insert(EmailChange, { userId, email, tokenHash: sha256(token), expiresAt });
      const link = `${this.config.publicUrl}/change-email#token=${token}`;
      const hours = Math.ceil(this.config.VERIFY_TOKEN_TTL_SECONDS / 3600);
      const to = { email, emailVerifiedAt: null };
      const words = changeMail(link, hours);
      await this.outbox.enqueue(tx, { kind: CHANGE_MAIL, about: `user:${userId}`, to, expiresAt, ...words });
      await this.audit.recordOwn(tx, owner, 'email.ask');
    });
    this.outbox.committed();
  }

  /** By the newest link of the account, once. Fails with `verification_token_invalid` or `email_taken`. */
  async confirm(owner: SessionActor, token: string): Promise<ProfileView> {
    const { memberId: userId } = owner;
    await this.taking(async (tx) => {
      await this.users.lock(tx, owner);
      const where = { userId, tokenHash: sha256(token), expiresAt: MoreThan(this.clock.now()) };
      const change = await tx.findOneBy(EmailChange, where);
      if (!change) throw new AppError('verification_token_invalid');
      // Before the change: its mail goes to the old address.
      await this.audit.recordOwn(tx, owner, 'email.change');
      await this.set(tx, userId, change.email, { isVerified: true });
    });
    return this.users.profile(userId);
  }

  /**
   * Of the owner who gets the mails of the account. The new address is unverified. Fails with `not_found`, `own_account`, `account_closed` or
   * `email_taken`.
   */
  async correct(
    actor: SessionActor,
    id: number,
    { email, current_password }: EmailDto,
  ): Promise<ProfileView> {
    if (actor.userId === id) throw new AppError('own_account');
    orNotFound(await this.users.findAccount(id));
    await this.confirmation.require(actor, current_password);
    const login = await this.taking(async (tx) => {
      await this.users.lock(tx, { userId: id });
      await this.users.requireOpen(tx, id);
      const contact = (await contactsOf(tx, [id])).get(id) ?? id;
      await this.audit.record(tx, actor, 'user.email', `user:${id}`);
      await this.set(tx, contact, email, { isVerified: false });
      return contact;
    });
    const user = await this.users.require(login);
    await this.verification.welcome(user);
    return this.users.view(user);
  }

  private async set(tx: EntityManager, id: number, email: string, by: { isVerified: boolean }) {
    await this.users.setEmail(tx, id, email, by);
    await this.resets.endMailedLinks(tx, id);
    await this.outbox.withdraw(tx, VERIFY_MAIL, `user:${id}`);
  }

  /** Addresses are unique: another account may get this one at the same time. */
  private async taking<T>(work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      const done = await this.database.tx(work);
      this.outbox.committed();
      return done;
    } catch (error) {
      throw isUniqueViolation(error) ? new AppError('email_taken') : error;
    }
  }

  private async endLink(tx: EntityManager, userId: number): Promise<void> {
    await tx.delete(EmailChange, { userId });
    await this.outbox.withdraw(tx, CHANGE_MAIL, `user:${userId}`);
  }
}

/** Quotes nothing of the account: its address may be a stranger's. */
function changeMail(link: string, hours: number): Omit<Mail, 'to'> {
  return {
    subject: 'Konfirmasi alamat email baru akun Sandi',
    text: `Halo,

Pemilik sebuah akun Sandi meminta memakai alamat email ini. Jika itu Anda, buka tautan berikut dan masuk dengan akun itu:

${link}

Tautan berlaku ${hours} jam. Tautan yang lebih lama tidak berlaku lagi.

Jika bukan Anda, abaikan email ini: tanpa Anda, alamat ini tidak dipakai.

Sandi
`,
  };
}
