import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../config/index.js';
import { contactUserIdSql } from '../../platform/access/contact-user-id-sql.js';
import { Database } from '../../platform/database/index.js';
import { type Limiter, Limits } from '../../platform/limits/index.js';
import { MailOutbox, type MailOwner } from '../../platform/mail/index.js';
import { LOGGER, type Logger } from '../../platform/observability/logger-token.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock } from '../../platform/time/clock.js';
import { type Actor, isOfLogin, type UserActor } from './actions.js';
import {
  isWorthMail,
  type Reader,
  type SecurityEvent,
  securityMail,
  type SecurityNotice,
  wordsFor,
} from './security-mail.rules.js';

const WINDOW_SECONDS = 3600;
/** Mails per account and kind of event, so that a flood of one kind does not hide another. */
const MAILS_MAX = 10;
/** Mails per account whose address is unverified: it may be a stranger's. */
const UNVERIFIED_MAILS_MAX = 20;

/** A login, or an account, whose contact gets the mail. */
interface Recipient {
  id: number;
  isLogin: boolean;
}

@Injectable()
export class SecurityMails {
  private readonly perKind: Limiter;
  private readonly perUnverified: Limiter;

  constructor(
    limits: Limits,
    private readonly database: Database,
    private readonly outbox: MailOutbox,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.perKind = limits.limiter('security-mail', MAILS_MAX, WINDOW_SECONDS);
    this.perUnverified = limits.limiter('security-mail-unverified', UNVERIFIED_MAILS_MAX, WINDOW_SECONDS);
  }

  /** Mails an own action to the account owner, in the transaction that records it. */
  async own(tx: EntityManager, owner: UserActor, event: SecurityEvent): Promise<void> {
    const isLogin = isOfLogin(event.action);
    await this.mail(tx, 'self', { id: isLogin ? owner.memberId : owner.userId, isLogin }, owner, event);
  }

  /** Mails the account owner, and the administrator who acted. */
  async admin(tx: EntityManager, actor: Actor, ownerId: number | null, event: SecurityEvent): Promise<void> {
    if (ownerId !== null) await this.mail(tx, 'owner', { id: ownerId, isLogin: false }, actor, event);
    if (actor.kind === 'user')
      await this.mail(tx, 'administrator', { id: actor.memberId, isLogin: true }, actor, event);
  }

  /** Mails an event that has no audit entry. */
  async send(owner: UserActor, action: SecurityNotice): Promise<void> {
    await this.database.tx((tx) =>
      this.own(tx, owner, { action, target: `user:${owner.memberId}`, detail: null }),
    );
  }

  private async mail(
    tx: EntityManager,
    reader: Reader,
    whom: Recipient,
    actor: Actor,
    event: SecurityEvent,
  ): Promise<void> {
    const userId = whom.id;
    const words = wordsFor(reader, event.action);
    if (!words || !isWorthMail(event, this.config.TOPUP_CONFIRM_ABOVE)) return;
    const to = await this.addressOf(tx, whom);
    if (!to) return;
    const left = await this.mailsLeft(userId, event.action, to);
    if (left === undefined) return;
    const mail = securityMail({
      reader,
      words,
      event,
      // Owners do not learn the address of an administrator.
      address: actor.kind === 'user' && reader !== 'owner' ? actor.address : null,
      at: this.calendar.format(this.clock.now()),
      timeZone: this.calendar.timeZone,
      link: `${this.config.publicUrl}/account`,
      isVerified: to.emailVerifiedAt !== null,
      isLast: left === 0,
    });
    await this.outbox.enqueue(tx, { kind: event.action, about: `user:${userId}`, to, ...mail });
  }

  /** How many more mails of this kind are allowed; `undefined`: not even this one. */
  private async mailsLeft(userId: number, action: string, to: MailOwner): Promise<number | undefined> {
    const { allowed, remaining } = await this.perKind.consume(`${userId}:${action}`);
    const isVerified = to.emailVerifiedAt !== null;
    const mayBeMailed = allowed && (isVerified || (await this.perUnverified.consume(String(userId))).allowed);
    if (mayBeMailed) return remaining;
    this.logger.info({ userId, action }, 'no mail of a change: too many in a short time');
    return undefined;
  }

  /** Reads the tables by name: other modules import this one, so it cannot import their entities. */
  private async addressOf(tx: EntityManager, { id, isLogin }: Recipient): Promise<MailOwner | undefined> {
    const row = await tx
      .createQueryBuilder()
      .select('email', 'email')
      .addSelect('email_verified_at', 'emailVerifiedAt')
      .from('users', 'owner')
      .where(`id = ${isLogin ? ':id' : contactUserIdSql(':id')}`, { id })
      .getRawOne<MailOwner>();
    return row ?? undefined;
  }
}
