import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import Bowser from 'bowser';
import { type EntityManager, In, LessThan, MoreThan, Not } from 'typeorm';
import { Config } from '../../config/index.js';
import { Audit, type UserActor } from '../../operations/audit/index.js';
import {
  type Caller,
  type Principal,
  type SessionActor,
  userOf,
  type UserPrincipal,
} from '../../platform/access/principal.js';
import { BackgroundTasks } from '../../platform/background/background-tasks.js';
import { Database, deleteByKey } from '../../platform/database/index.js';
import { AppError } from '../../platform/errors/index.js';
import { Field, LocalTime, OrNull } from '../../platform/openapi/response-fields.js';
import { SessionCheck } from '../../platform/security/confirmation.js';
import { Calendar } from '../../platform/time/calendar.js';
import { addSeconds, Clock } from '../../platform/time/clock.js';
import { type User, UsersService } from '../../users/index.js';
import { LoginSession } from '../auth.entities.js';

export class SessionView {
  @ApiProperty({ type: 'integer', example: 7 }) id!: number;
  @OrNull('string', 'Browser and system, or the name of a program; null: not known', {
    example: 'Chrome, Windows',
  })
  device!: string | null;
  @Field('IP address of the last use', { example: '203.0.113.7' }) address!: string;
  @LocalTime() created_at!: string;
  @LocalTime('Updated at most every five minutes') last_used_at!: string;
  @LocalTime('When the session ends') expires_at!: string;
  @Field('The session of this request') current!: boolean;
}

/** The claims of a token. */
type Named = Pick<UserPrincipal, 'memberId' | 'sessionId' | 'tokenVersion'>;

interface OpenSession {
  user: User;
  session: LoginSession;
  membership: Awaited<ReturnType<UsersService['membershipOf']>>;
}

/** Of one account; those used longest ago end first. */
const SESSIONS_MAX = 200;
/** A use is noted no more often. */
const NOTED_SECONDS = 300;

/** The open sessions of a login, which its owner can see and end. */
@Injectable()
export class Sessions extends SessionCheck {
  constructor(
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly background: BackgroundTasks,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {
    super();
  }

  async begin(tx: EntityManager, { id: userId, tokenVersion }: User, caller: Caller): Promise<number> {
    const { address, userAgent } = caller;
    const now = this.clock.now();
    const expiresAt = addSeconds(now, this.config.TOKEN_TTL_SECONDS);
    const times = { createdAt: now, lastUsedAt: now, expiresAt };
    const row = tx.create(LoginSession, { userId, tokenVersion, address, userAgent, ...times });
    await tx.insert(LoginSession, row);
    await this.endOldest(tx, userId);
    return row.id;
  }

  /** The session of a token, while it is open and its account active. */
  async findOpen({ memberId, sessionId, tokenVersion }: Named): Promise<OpenSession | undefined> {
    const [user, session] = await Promise.all([
      this.users.find(memberId),
      this.database.read.findOneBy(LoginSession, { id: sessionId, userId: memberId }),
    ]);
    if (user?.tokenVersion !== tokenVersion || session?.tokenVersion !== tokenVersion) return undefined;
    const membership = await this.users.membershipOf(user);
    return membership.isSuspended ? undefined : { user, session, membership };
  }

  override async holds(who: UserPrincipal): Promise<boolean> {
    const open = await this.findOpen(who);
    return open !== undefined && open.session.expiresAt > this.clock.now();
  }

  noteUse({ id, lastUsedAt }: LoginSession, address: string): void {
    const now = this.clock.now();
    const before = addSeconds(now, -NOTED_SECONDS);
    if (lastUsedAt > before) return;
    this.background.start('note the use of a session', async () => {
      const noted = { lastUsedAt: now, address };
      await this.database.tx((tx) => tx.update(LoginSession, { id, lastUsedAt: LessThan(before) }, noted));
    });
  }

  async list(who: Principal): Promise<SessionView[]> {
    const { memberId: userId, tokenVersion, sessionId } = userOf(who);
    const rows = await this.database.read.find(LoginSession, {
      where: { userId, tokenVersion, expiresAt: MoreThan(this.clock.now()) },
      order: { lastUsedAt: 'DESC', id: 'DESC' },
      take: SESSIONS_MAX,
    });
    return rows.map(({ id, userAgent, address, createdAt, lastUsedAt, expiresAt }) => ({
      id,
      device: deviceOf(userAgent),
      address,
      ...this.calendar.fields('created_at', createdAt),
      ...this.calendar.fields('last_used_at', lastUsedAt),
      ...this.calendar.fields('expires_at', expiresAt),
      current: id === sessionId,
    }));
  }

  /** Fails with `not_found` for one that is over, or another account's. */
  async end(owner: UserActor, id: number): Promise<void> {
    await this.database.tx(async (tx) => {
      if (!(await this.delete(tx, owner.memberId, id))) throw new AppError('not_found');
      await this.audit.recordOwn(tx, owner, 'session.end', `session:${id}`);
    });
  }

  async endQuietly(userId: number, id: number): Promise<void> {
    await this.database.tx((tx) => this.delete(tx, userId, id));
  }

  private async delete(tx: EntityManager, userId: number, id: number): Promise<boolean> {
    const session = await this.database.lockRow(tx, LoginSession, { id });
    if (session?.userId !== userId) return false;
    await tx.delete(LoginSession, { id });
    return true;
  }

  async endOthers(owner: SessionActor): Promise<void> {
    const { memberId: userId, sessionId } = owner;
    await this.database.tx(async (tx) => {
      await deleteByKey(tx, LoginSession, 'id', { userId, id: Not(sessionId) });
      await this.audit.recordOwn(tx, owner, 'session.end_others');
    });
  }

  private async endOldest(tx: EntityManager, userId: number): Promise<void> {
    const old = await tx.find(LoginSession, {
      select: { id: true },
      where: { userId },
      order: { lastUsedAt: 'DESC', id: 'DESC' },
      skip: SESSIONS_MAX,
      take: SESSIONS_MAX,
    });
    if (old.length > 0) await tx.delete(LoginSession, { id: In(old.map(({ id }) => id)) });
  }
}

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));
/** The product that a program names first (RFC 9110, 10.1.5), without what follows. */
const PRODUCT = /^[A-Za-z][\w.-]{0,31}(?=\/|$)/;

/**
 * The device of a login in a few words: `Chrome, Windows`, `curl`. They come from a fixed list, or are one plain
 * word: an attacker chooses no text that the owner reads.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const known = [
    browser.name && BROWSERS.has(browser.name) ? browser.name : undefined,
    os.name && SYSTEMS.has(os.name) ? os.name : undefined,
  ].filter((name) => name !== undefined);
  return known.join(', ') || (PRODUCT.exec(userAgent)?.[0] ?? null);
}
