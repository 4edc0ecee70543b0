import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThan, MoreThanOrEqual } from 'typeorm';
import { Config } from '../../config/index.js';
import type { Caller } from '../../platform/access/principal.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, execute, purge, upsert } from '../../platform/database/index.js';
import type { ErrorCode } from '../../platform/errors/index.js';
import { addressKey } from '../../platform/limits/index.js';
import { sha256 } from '../../platform/security/hashing.js';
import { addSeconds, Clock, DAY_SECONDS } from '../../platform/time/clock.js';
import {
  type Actor,
  type AdminAction,
  isOfLogin,
  type OwnAction,
  OWNER_ACTIONS,
  type SignInAction,
  type UserActor,
} from './actions.js';
import { AuditEntry, NO_USER } from './audit-entry.entity.js';
import { SecurityMails } from './security-mails.js';

/** The kind of a login and, if it was rejected, the reason. */
export interface SignIn {
  how: 'registration' | 'password' | 'second_factor' | 'google' | 'confirmation';
  reason?: ErrorCode;
}

export type Login = Pick<UserActor, 'userId' | 'memberId'>;

const USER_TARGET = /^user:(\d+)$/;
const HOUR_MS = 3_600_000;
/** Rows per account and kind in an hour. Further logins share one row without an address. */
const SIGN_IN_ROWS_MAX = 20;

/** Records actions in the transaction that does them, and mails account owners. */
@Injectable()
export class Audit {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly mails: SecurityMails,
    sweepers: Sweepers,
  ) {
    sweepers.purge('the security log', (limit) => this.purgeOld(limit));
  }

  /**
   * Records an action of an administrator or the operator. If `target` is a login such as `user:7`, the security log of
   * its account shows it.
   */
  async record(
    tx: EntityManager,
    actor: Actor,
    action: AdminAction,
    target: string,
    detail: object | null = null,
  ): Promise<void> {
    const owner = action.startsWith('user.') ? USER_TARGET.exec(target)?.[1] : undefined;
    const login = owner === undefined ? null : Number(owner);
    const userId = login && (await accountOf(tx, login));
    await tx.insert(AuditEntry, { ...this.by(actor), action, target, detail, userId });
    await this.mails.admin(tx, actor, login, { action, target, detail });
  }

  /** Records an action of a user on their own account. `target`: such as `api_key:3`; default: the account. */
  async recordOwn(
    tx: EntityManager,
    owner: UserActor,
    action: OwnAction,
    target = `user:${isOfLogin(action) ? owner.memberId : owner.userId}`,
    detail: object | null = null,
  ): Promise<void> {
    await tx.insert(AuditEntry, { ...this.by(owner), action, target, detail, userId: owner.userId });
    await this.mails.own(tx, owner, { action, target, detail });
  }

  /**
   * Records a login or a rejected login. Equal logins of an hour share a row: those with the same account, kind,
   * method, reason and address (IPv6: its /64). Rows per account are capped too, so that guessing cannot grow the
   * table. Unknown usernames are not stored: people type passwords there.
   */
  async signIn(
    tx: EntityManager,
    caller: Caller,
    action: SignInAction,
    who: Login | null,
    signIn: SignIn,
  ): Promise<void> {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS);
    const equal = [hour, action, who?.memberId, signIn.how, signIn.reason];
    const ofAddress = sha256(JSON.stringify([...equal, addressKey(caller.address)]));
    if (await this.countAgain(tx, ofAddress)) return;
    const createdAt = MoreThanOrEqual(new Date(hour * HOUR_MS));
    const rows = await tx.countBy(AuditEntry, {
      userId: who?.userId ?? IsNull(),
      ...(who ? { target: `user:${who.memberId}` } : {}),
      action,
      createdAt,
    });
    if (rows < SIGN_IN_ROWS_MAX) return this.addSignIn(tx, caller, { action, who, signIn, fold: ofAddress });
    const ofAll = sha256(JSON.stringify(equal));
    if (await this.countAgain(tx, ofAll)) return;
    const unnamed = { ...caller, address: null, userAgent: null };
    await this.addSignIn(tx, unnamed, { action, who, signIn, fold: ofAll });
  }

  /** Deletes what users did more than SECURITY_LOG_DAYS ago. Actions of administrators stay. */
  private purgeOld(limit: number): Promise<number> {
    const before = addSeconds(this.clock.now(), -this.config.SECURITY_LOG_DAYS * DAY_SECONDS);
    const old = { action: In([...OWNER_ACTIONS]), createdAt: LessThan(before) };
    return purge(this.database, AuditEntry, { where: old, by: 'id' }, limit);
  }

  /** Reads first: an INSERT that meets an existing row would still consume an id. */
  private async countAgain(tx: EntityManager, fold: string): Promise<boolean> {
    const row = await tx.findOne(AuditEntry, { select: { id: true }, where: { fold } });
    if (!row) return false;
    await tx.update(AuditEntry, { id: row.id }, { times: () => 'times + 1', lastAt: this.clock.now() });
    return true;
  }

  private async addSignIn(
    tx: EntityManager,
    { address, userAgent, requestId }: Omit<Caller, 'address'> & { address: string | null },
    { action, who, signIn, fold }: { action: SignInAction; who: Login | null; signIn: SignIn; fold: string },
  ): Promise<void> {
    const now = this.clock.now();
    const isOwner = action === 'signin.ok';
    const row = {
      actorKind: isOwner ? 'user' : 'nobody',
      actorId: (isOwner && who?.memberId) || NO_USER,
      action,
      target: `user:${who?.memberId ?? 'unknown'}`,
      userId: who?.userId ?? null,
      detail: JSON.stringify(signIn),
      address,
      userAgent,
      fold,
      times: 1,
      requestId,
      createdAt: now,
      lastAt: now,
    };
    // Another request may have inserted the same row.
    const counted = { key: ['fold'], add: ['times'], set: ['lastAt'] } as const;
    await execute(tx, upsert(this.database.engine, AuditEntry, [row], counted));
  }

  private by(actor: Actor) {
    const { kind: actorKind, requestId } = actor;
    const createdAt = this.clock.now();
    if (actor.kind === 'shell')
      return { actorKind, actorId: NO_USER, address: null, userAgent: null, requestId, createdAt };
    const { memberId: actorId, address, userAgent } = actor;
    return { actorKind, actorId, address, userAgent, requestId, createdAt };
  }
}

/** Reads the table by name: its module imports this one. */
async function accountOf(tx: EntityManager, login: number): Promise<number> {
  const sql = 'SELECT account_id FROM members WHERE user_id = ?';
  const [member] = await tx.query<{ account_id: number | string }[]>(sql, [login]);
  return Number(member?.account_id ?? login);
}
