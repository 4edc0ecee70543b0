import { Injectable } from '@nestjs/common';
import { type EntityManager, LessThan } from 'typeorm';
import { Config } from '../../config/index.js';
import { Audit, type UserActor } from '../../operations/audit/index.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, purge } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import type { PageQuery } from '../../platform/http/request-fields.js';
import { randomToken } from '../../platform/ids/random.js';
import { type Limiter, Limits, requireAllowed } from '../../platform/limits/index.js';
import { type Mail, MailOutbox } from '../../platform/mail/index.js';
import { sha256 } from '../../platform/security/hashing.js';
import { Calendar } from '../../platform/time/calendar.js';
import { addSeconds, Clock, DAY_SECONDS } from '../../platform/time/clock.js';
import { normalizeLogin, Registration, UsersService } from '../../users/index.js';
import { Invitation } from '../auth.entities.js';
import { invitationStatus, openInvitation } from './invitation-status.js';
import type { InvitationPage, InvitationView } from './invitations.dto.js';

const MAIL = 'invitation';
/** Of one administrator in an hour. */
const HOURLY_MAX = 50;
const KEPT_DAYS = 90;

/** Invitations, and the check of a registration. */
@Injectable()
export class Invitations {
  private readonly sent: Limiter;

  constructor(
    limits: Limits,
    private readonly database: Database,
    private readonly registration: Registration,
    private readonly users: UsersService,
    private readonly outbox: MailOutbox,
    private readonly audit: Audit,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    this.sent = limits.limiter('invitation', HOURLY_MAX, 3600);
    sweepers.purge('old invitations', (limit) => {
      const before = addSeconds(clock.now(), -KEPT_DAYS * DAY_SECONDS);
      return purge(database, Invitation, { where: { expiresAt: LessThan(before) }, by: 'id' }, limit);
    });
  }

  /**
   * The invitation of a registration; `undefined` if registration is open. Fails with `registration_closed` or
   * `invitation_invalid`.
   */
  async admit(token: string | null | undefined, email: string): Promise<Invitation | undefined> {
    const { mode } = this.registration;
    if (mode === 'closed' || (mode === 'invite' && !token)) throw new AppError('registration_closed');
    if (!token) return undefined;
    const invitation = await this.find(token);
    if (invitation.emailKey !== normalizeLogin(email)) throw new AppError('invitation_invalid');
    return invitation;
  }

  /** Fails with `registration_closed` or `invitation_invalid`. */
  async preview(token: string): Promise<{ email: string }> {
    if (this.registration.mode === 'closed') throw new AppError('registration_closed');
    const { email } = await this.find(token);
    return { email };
  }

  /** Uses an invitation, once. Fails with `invitation_invalid`. */
  async accept(tx: EntityManager, { id }: Invitation, userId: number): Promise<void> {
    if (!(await this.isOpen(tx, id))) throw new AppError('invitation_invalid');
    await tx.update(Invitation, { id }, { acceptedAt: this.clock.now(), userId });
  }

  /** Replaces earlier ones to the same address. Fails with `registration_closed`, `email_taken` or `rate_limited`. */
  async invite(actor: UserActor, email: string): Promise<InvitationView> {
    if (this.registration.mode === 'closed') throw new AppError('registration_closed');
    if (await this.users.findByEmail(email)) throw new AppError('email_taken');
    requireAllowed(await this.sent.consume(String(actor.userId)));
    const token = randomToken();
    const createdAt = this.clock.now();
    const emailKey = normalizeLogin(email);
    const row = {
      email,
      emailKey,
      tokenHash: sha256(token),
      invitedBy: actor.userId,
      userId: null,
      acceptedAt: null,
      revokedAt: null,
      expiresAt: addSeconds(createdAt, this.config.INVITATION_TTL_SECONDS),
      createdAt,
    };
    const made = await this.database.tx(async (tx) => {
      for (const earlier of await tx.findBy(Invitation, { ...openInvitation(this.clock.now()), emailKey }))
        await this.end(tx, earlier.id);
      const made = tx.create(Invitation, row);
      await tx.insert(Invitation, made);
      await this.audit.record(tx, actor, 'invitation.create', aboutOf(made.id), { email });
      await this.mail(tx, made, token);
      return made;
    });
    this.outbox.committed();
    return this.view(made);
  }

  /** Fails with `not_found` where it is not open. */
  async revoke(actor: UserActor, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      const { email } = orNotFound(
        await tx.findOneBy(Invitation, { ...openInvitation(this.clock.now()), id }),
      );
      if (!(await this.end(tx, id))) throw new AppError('not_found');
      await this.audit.record(tx, actor, 'invitation.revoke', `invitation:${id}`, { email });
    });
  }

  /** Newest first. */
  async list({ page, limit, offset }: PageQuery): Promise<InvitationPage> {
    const [rows, total] = await this.database.read.findAndCount(Invitation, {
      order: { id: 'DESC' },
      skip: offset,
      take: limit,
    });
    return { total, page, limit, items: rows.map((row) => this.view(row)) };
  }

  private async find(token: string): Promise<Invitation> {
    const tokenHash = sha256(token);
    const invitation = await this.database.read.findOneBy(Invitation, {
      ...openInvitation(this.clock.now()),
      tokenHash,
    });
    if (!invitation) throw new AppError('invitation_invalid');
    return invitation;
  }

  /** Locks it. */
  private async isOpen(tx: EntityManager, id: number): Promise<boolean> {
    const row = await this.database.lockRow(tx, Invitation, { id });
    return row !== null && invitationStatus(row, this.clock.now()) === 'open';
  }

  private async end(tx: EntityManager, id: number): Promise<boolean> {
    const isOpen = await this.isOpen(tx, id);
    if (isOpen) await tx.update(Invitation, { id }, { revokedAt: this.clock.now() });
    await this.outbox.withdraw(tx, MAIL, aboutOf(id));
    return isOpen;
  }

  private async mail(tx: EntityManager, { id, email, expiresAt }: Invitation, token: string): Promise<void> {
    const link = `${this.config.publicUrl}/register#token=${token}`;
    const until = `${this.calendar.format(expiresAt)} (${this.calendar.timeZone})`;
    const to = { email, emailVerifiedAt: null };
    const words = invitationMail(link, until);
    await this.outbox.enqueue(tx, { kind: MAIL, about: aboutOf(id), to, expiresAt, ...words });
  }

  private view(row: Invitation): InvitationView {
    return {
      id: row.id,
      email: row.email,
      status: invitationStatus(row, this.clock.now()),
      invited_by: row.invitedBy,
      user_id: row.userId,
      ...this.calendar.fields('created_at', row.createdAt),
      ...this.calendar.fields('expires_at', row.expiresAt),
    };
  }
}

const aboutOf = (id: number) => `invitation:${id}`;

function invitationMail(link: string, until: string): Omit<Mail, 'to'> {
  return {
    subject: 'Undangan membuat akun Sandi',
    text: `Halo,

Anda diundang untuk membuat akun Sandi, layanan pengiriman kode OTP lewat WhatsApp, dengan alamat email ini.
Buka tautan berikut untuk membuatnya:

${link}

Tautan berlaku sampai ${until} dan hanya dapat dipakai satu kali. Tautan yang lebih lama tidak berlaku lagi.

Jika Anda tidak mengenal layanan ini, abaikan email ini.

Sandi
`,
  };
}
