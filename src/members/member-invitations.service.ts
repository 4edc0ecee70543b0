import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, LessThan } from 'typeorm';
import { AuthService, invitationStatus, openInvitation, Passwords, type Session } from '../auth/index.js';
import { Config } from '../config/index.js';
import { Audit } from '../operations/audit/index.js';
import type { Caller, SessionActor } from '../platform/access/principal.js';
import { Sweepers } from '../platform/background/sweepers.js';
import { Database, purge } from '../platform/database/index.js';
import { AppError, orNotFound } from '../platform/errors/index.js';
import { randomToken } from '../platform/ids/random.js';
import { addressKey, type Limiter, Limits, requireAllowed } from '../platform/limits/index.js';
import { type Mail, MailOutbox } from '../platform/mail/index.js';
import { Confirmation } from '../platform/security/confirmation.js';
import { sha256 } from '../platform/security/hashing.js';
import { Calendar } from '../platform/time/calendar.js';
import { addSeconds, Clock, DAY_SECONDS } from '../platform/time/clock.js';
import { Member, normalizeLogin, type User, UsersService } from '../users/index.js';
import { MemberInvitation } from './member-invitation.entity.js';
import type {
  AcceptMemberInvitationDto,
  InviteMemberDto,
  MemberInvitationPreview,
  MemberInvitationView,
} from './members.dto.js';

const MAIL = 'member_invitation';
/** Invitations of one account per hour. */
const HOURLY_MAX = 20;
/** Members and open invitations of one account. */
const MEMBERS_MAX = 50;
const SHOWN_MAX = 100;
const KEPT_DAYS = 90;

/** Invites people to accounts, and lets them join. */
@Injectable()
export class MemberInvitations {
  private readonly sent: Limiter;

  constructor(
    limits: Limits,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly auth: AuthService,
    private readonly passwords: Passwords,
    private readonly confirmation: Confirmation,
    private readonly outbox: MailOutbox,
    private readonly audit: Audit,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    sweepers: Sweepers,
  ) {
    this.sent = limits.limiter('member-invitation', HOURLY_MAX, 3600);
    sweepers.purge('old invitations of members', (limit) => {
      const before = addSeconds(this.clock.now(), -KEPT_DAYS * DAY_SECONDS);
      return purge(database, MemberInvitation, { where: { expiresAt: LessThan(before) }, by: 'id' }, limit);
    });
  }

  async list(accountId: number): Promise<MemberInvitationView[]> {
    const rows = await this.database.read.find(MemberInvitation, {
      where: { userId: accountId },
      order: { id: 'DESC' },
      take: SHOWN_MAX,
    });
    return rows.map((row) => this.view(row));
  }

  /** Does not check whether the address has a login, so that the response does not reveal it. */
  async invite(actor: SessionActor, { email, role, current_password }: InviteMemberDto) {
    const { userId: accountId, memberId: invitedBy } = actor;
    await this.confirmation.require(actor, current_password);
    const inviter = await this.users.require(invitedBy);
    // Someone who can be reached is less likely to mail strangers.
    if (inviter.emailVerifiedAt === null) throw new AppError('email_unverified');
    const account = await this.users.require(accountId);
    requireAllowed(await this.sent.consume(String(accountId)));
    const token = randomToken();
    const createdAt = this.clock.now();
    const expiresAt = addSeconds(createdAt, this.config.INVITATION_TTL_SECONDS);
    const whom = { userId: accountId, email, emailKey: normalizeLogin(email), role };
    const open = { memberId: null, acceptedAt: null, revokedAt: null, expiresAt, createdAt };
    const row = { ...whom, tokenHash: sha256(token), invitedBy, ...open };
    const made = await this.database.tx(async (tx) => {
      await this.users.lock(tx, actor);
      const earlier = { ...openInvitation(this.clock.now()), userId: accountId, emailKey: whom.emailKey };
      for (const each of await tx.findBy(MemberInvitation, earlier)) await this.end(tx, each.id);
      await this.requireCapacity(tx, accountId);
      const made = tx.create(MemberInvitation, row);
      await tx.insert(MemberInvitation, made);
      await this.audit.recordOwn(tx, actor, 'member.invite', aboutOf(made.id), { email, role });
      await this.mail(tx, made, { token, account });
      return made;
    });
    this.outbox.committed();
    return this.view(made);
  }

  /** Fails with `not_found` unless the invitation is open. */
  async revoke(actor: SessionActor, id: number): Promise<void> {
    const { userId: accountId } = actor;
    await this.database.tx(async (tx) => {
      const { email } = orNotFound(
        await tx.findOneBy(MemberInvitation, { ...openInvitation(this.clock.now()), id, userId: accountId }),
      );
      if (!(await this.end(tx, id))) throw new AppError('not_found');
      await this.audit.recordOwn(tx, actor, 'member.revoke', aboutOf(id), { email });
    });
  }

  async preview(token: string): Promise<MemberInvitationPreview> {
    const { email, role, account } = await this.find(token);
    return { email, role, account: account.username };
  }

  /** Uses an invitation, once. Fails with `invitation_invalid`, `email_taken` or `username_taken`. */
  async accept(caller: Caller, body: AcceptMemberInvitationDto): Promise<Session> {
    const { token, username, password, name } = body;
    const { id, email, role, userId: accountId } = await this.find(token);
    const passwordHash = await this.passwords.hash(password, { key: addressKey(caller.address) });
    const joins = { accountId, role };
    const made = { username, email, name, passwordHash, emailVerified: true, joins };
    const user = await this.users.create(made, async (tx, { id: memberId }) => {
      if (!(await this.isOpen(tx, id))) throw new AppError('invitation_invalid');
      await tx.update(MemberInvitation, { id }, { acceptedAt: this.clock.now(), memberId });
      const joined = { ...caller, kind: 'user' as const, userId: accountId, memberId };
      await this.audit.recordOwn(tx, joined, 'member.join', `user:${memberId}`, { role });
    });
    return this.auth.admit(caller, user, 'registration', true);
  }

  /** Fails with `invitation_invalid`, also for a suspended account. */
  private async find(token: string): Promise<MemberInvitation & { account: User }> {
    const open = { ...openInvitation(this.clock.now()), tokenHash: sha256(token) };
    const invitation = await this.database.read.findOneBy(MemberInvitation, open);
    const account = invitation && (await this.users.find(invitation.userId));
    if (!account || account.suspendedAt !== null) throw new AppError('invitation_invalid');
    return { ...invitation, account };
  }

  /** Locks the invitation. */
  private async isOpen(tx: EntityManager, id: number): Promise<boolean> {
    const row = await this.database.lockRow(tx, MemberInvitation, { id });
    return row !== null && invitationStatus(row, this.clock.now()) === 'open';
  }

  /** Ends those of an owner who loses the role: an open one could give it back. */
  async endOf(tx: EntityManager, { userId, accountId }: Member): Promise<void> {
    const open = { acceptedAt: IsNull(), revokedAt: IsNull() };
    const own = await tx.find(MemberInvitation, {
      where: { userId: accountId, invitedBy: userId, ...open },
      order: { id: 'ASC' },
    });
    for (const { id } of own) await this.end(tx, id);
  }

  private async end(tx: EntityManager, id: number): Promise<boolean> {
    const isOpen = await this.isOpen(tx, id);
    if (isOpen) await tx.update(MemberInvitation, { id }, { revokedAt: this.clock.now() });
    await this.outbox.withdraw(tx, MAIL, aboutOf(id));
    return isOpen;
  }

  private async requireCapacity(tx: EntityManager, accountId: number): Promise<void> {
    const members = await tx.countBy(Member, { accountId, leftAt: IsNull() });
    const invited = await tx.countBy(MemberInvitation, {
      ...openInvitation(this.clock.now()),
      userId: accountId,
    });
    if (members + invited >= MEMBERS_MAX) throw new AppError('member_limit');
  }

  private async mail(
    tx: EntityManager,
    { id, email, expiresAt }: MemberInvitation,
    { token, account }: { token: string; account: User },
  ): Promise<void> {
    const link = `${this.config.publicUrl}/join#token=${token}`;
    const until = `${this.calendar.format(expiresAt)} (${this.calendar.timeZone})`;
    const words = invitationMail(account.id, link, until);
    const to = { email, emailVerifiedAt: null };
    await this.outbox.enqueue(tx, { kind: MAIL, about: aboutOf(id), to, expiresAt, ...words });
  }

  private view(row: MemberInvitation): MemberInvitationView {
    return {
      id: row.id,
      email: row.email,
      role: row.role,
      status: invitationStatus(row, this.clock.now()),
      ...this.calendar.fields('created_at', row.createdAt),
      ...this.calendar.fields('expires_at', row.expiresAt),
    };
  }
}

const aboutOf = (id: number) => `member_invitation:${id}`;

/** Names the account by its number, since a username may look like a link. */
function invitationMail(account: number, link: string, until: string): Omit<Mail, 'to'> {
  return {
    subject: 'Undangan ke akun Sandi',
    text: `Halo,

Anda diundang menjadi anggota akun nomor ${account} di Sandi, layanan pengiriman kode OTP, dengan alamat email ini.
Buka tautan berikut untuk menerimanya:

${link}

Tautan berlaku sampai ${until} dan hanya dapat dipakai satu kali. Tautan yang lebih lama tidak berlaku lagi.

Jika Anda tidak mengenal pengirimnya, abaikan email ini.

Sandi
`,
  };
}
