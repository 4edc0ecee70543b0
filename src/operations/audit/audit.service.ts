import { Injectable } from '@nestjs/common';
import { type EntityManager, In, IsNull, LessThan, MoreThanOrEqual } from 'typeorm';
import { Config } from '../../config/index.js';
import type { Caller } from '../../platform/access/actor.js';
import { Sweepers } from '../../platform/background/sweepers.js';
import { Database, execute, purge, upsert } from '../../platform/database/index.js';
import type { ErrorCode } from '../../platform/errors/index.js';
import { addressKey } from '../../platform/limits/index.js';
import { sha256 } from '../../platform/security/blind-index.js';
import { addSeconds, Clock, DAY_SECONDS } from '../../platform/time/clock.js';
import { type AdminAction, BY_OWNERS, type OwnAction, type SignInAction } from './actions.js';
import type { Actor, UserActor } from './actor.js';
import { AuditEntry, NO_USER } from './audit-entry.entity.js';
import { SecurityMails } from './security-mails.js';

/** How somebody wanted to be let in, and why they were not. */
export interface SignIn {
  how: 'registration' | 'password' | 'second_factor' | 'google' | 'confirmation';
  reason?: ErrorCode;
}

const USER_TARGET = /^user:(\d+)$/;
const HOUR_MS = 3_600_000;
/** Of one account and kind in an hour; beyond them addresses are not told apart. */
const SIGN_IN_ROWS_MAX = 20;

/** Notes what is done, in the transaction that does it, and mails what people have to know of. */
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

  /** What an administrator or the operator did. `target` is such as `user:7`, who is told in the security log. */
  async record(
    tx: EntityManager,
    actor: Actor,
    action: AdminAction,
    target: string,
    detail: object | null = null,
  ): Promise<void> {
    const owner = action.startsWith('user.') ? USER_TARGET.exec(target)?.[1] : undefined;
    const userId = owner === undefined ? null : Number(owner);
    await tx.insert(AuditEntry, { ...this.by(actor), action, target, detail, userId });
    await this.mails.admin(tx, actor, userId, { action, target, detail });
  }

  /** What users did with their own accounts. `target` is such as `api_key:3`; the account itself when left out. */
  async recordOwn(
    tx: EntityManager,
    owner: UserActor,
    action: OwnAction,
    target = `user:${owner.userId}`,
    detail: object | null = null,
  ): Promise<void> {
    await tx.insert(AuditEntry, { ...this.by(owner), action, target, detail, userId: owner.userId });
    await this.mails.own(tx, owner, { action, target, detail });
  }

  /**
   * Who came in, and who was refused. Equal ones (account, kind, how, reason and address; IPv6: its /64) of an hour share
   * a row that counts them, and an account has so many rows an hour: guesses do not grow the table without end. All
   * names that nobody has are one account (null) here, and are not noted: passwords are typed in their place.
   */
  async signIn(
    tx: EntityManager,
    caller: Caller,
    action: SignInAction,
    userId: number | null,
    signIn: SignIn,
  ): Promise<void> {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS);
    const equal = [hour, action, userId, signIn.how, signIn.reason];
    const ofAddress = sha256(JSON.stringify([...equal, addressKey(caller.address)]));
    if (await this.countAgain(tx, ofAddress)) return;
    const createdAt = MoreThanOrEqual(new Date(hour * HOUR_MS));
    const rows = await tx.countBy(AuditEntry, { userId: userId ?? IsNull(), action, createdAt });
    if (rows < SIGN_IN_ROWS_MAX)
      return this.addSignIn(tx, caller, { action, userId, signIn, fold: ofAddress });
    const ofAll = sha256(JSON.stringify(equal));
    if (await this.countAgain(tx, ofAll)) return;
    const unnamed = { ...caller, address: null, userAgent: null };
    await this.addSignIn(tx, unnamed, { action, userId, signIn, fold: ofAll });
  }

  /** What users did longer ago than SECURITY_LOG_DAYS goes; what was done to them by others stays. */
  private purgeOld(limit: number): Promise<number> {
    const before = addSeconds(this.clock.now(), -this.config.SECURITY_LOG_DAYS * DAY_SECONDS);
    const old = { action: In([...BY_OWNERS]), createdAt: LessThan(before) };
    return purge(this.database, AuditEntry, { where: old, by: 'id' }, limit);
  }

  /** Its key is looked up first: an INSERT that meets the row spends a number of the table's each time. */
  private async countAgain(tx: EntityManager, fold: string): Promise<boolean> {
    const row = await tx.findOne(AuditEntry, { select: { id: true }, where: { fold } });
    if (!row) return false;
    await tx.update(AuditEntry, { id: row.id }, { times: () => 'times + 1', lastAt: this.clock.now() });
    return true;
  }

  private async addSignIn(
    tx: EntityManager,
    { address, userAgent, requestId }: Omit<Caller, 'address'> & { address: string | null },
    {
      action,
      userId,
      signIn,
      fold,
    }: { action: SignInAction; userId: number | null; signIn: SignIn; fold: string },
  ): Promise<void> {
    const now = this.clock.now();
    const isOwner = action === 'signin.ok';
    const row = {
      actorKind: isOwner ? 'user' : 'nobody',
      actorId: (isOwner && userId) || NO_USER,
      action,
      target: `user:${userId ?? 'unknown'}`,
      userId,
      detail: JSON.stringify(signIn),
      address,
      userAgent,
      fold,
      times: 1,
      requestId,
      createdAt: now,
      lastAt: now,
    };
    // The same may have come a moment ago.
    const counted = { key: ['fold'], add: ['times'], set: ['lastAt'] } as const;
    await execute(tx, upsert(this.database.engine, AuditEntry, [row], counted));
  }

  private by(actor: Actor) {
    const { kind: actorKind, requestId } = actor;
    const createdAt = this.clock.now();
    if (actor.kind === 'shell')
      return { actorKind, actorId: NO_USER, address: null, userAgent: null, requestId, createdAt };
    const { userId: actorId, address, userAgent } = actor;
    return { actorKind, actorId, address, userAgent, requestId, createdAt };
  }
}
