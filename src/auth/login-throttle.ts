import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Config } from '../config/index.js';
import { Database, deleteByKey, execute, upsert } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { addressKey } from '../platform/limits/index.js';
import { BlindIndex } from '../platform/security/hashing.js';
import { addSeconds, Clock, DAY_SECONDS, secondsUntil } from '../platform/time/clock.js';
import type { User } from '../users/index.js';
import { LoginAddress, LoginCount } from './auth.entities.js';
import { decideLogin, type LoginAttempts, type LoginDecision } from './login.rules.js';

/** What a logged-in user confirms: the password, or the first code of a new second factor. */
type ProofKind = 'change-password' | 'second-factor';

export const KNOWN_SECONDS = 30 * DAY_SECONDS;
/** Known addresses per account; the least recently used are removed. */
const ADDRESSES_MAX = 50;
const NO_USER = 0;

/**
 * Limits wrong passwords per account: LOGIN_ATTEMPTS_MAX from one address in a window. Beyond
 * LOGIN_ATTEMPTS_EVERYWHERE_MAX from all addresses, an unknown address has one attempt after each pause, so strangers
 * never lock out the owner. An attempt counts before the check; unknown names count like accounts.
 * The counts are in the database: all instances count as one. While DATA_KEY changes, attempts count under the older key.
 */
@Injectable()
export class LoginThrottle {
  private readonly index: BlindIndex;

  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.index = new BlindIndex(config.dataKeys, 'login');
  }

  /**
   * Counts a login attempt. Returns whether the account has recently logged in from this address. Fails with
   * `rate_limited`.
   */
  async attempt(login: string, user: User | null, address: string): Promise<boolean> {
    const account = user ? this.accountOf(user.id) : this.index.shared('name', login.trim().toLowerCase());
    return this.count(account, user?.id ?? NO_USER, address);
  }

  /** Takes the counted attempt back: the password was right, and the second factor follows. */
  async uncountPassword(userId: number, address: string): Promise<void> {
    const account = this.accountOf(userId);
    await this.database.tx(async (tx) => {
      for (const count of [account, this.fingerprint(account, address)]) await this.release(tx, count);
    });
  }

  /** Counts an attempt with a recovery code, apart from passwords. Fails with `rate_limited`. */
  async tryRecoveryCode(userId: number, address: string): Promise<void> {
    await this.count(this.recoveryCodesOf(userId), userId, address);
  }

  /** After a right recovery code: resets the attempts of this address. */
  async resetRecoveryAttempts(tx: EntityManager, userId: number, address: string): Promise<void> {
    const recovery = this.recoveryCodesOf(userId);
    await this.release(tx, recovery);
    await tx.delete(LoginCount, { fingerprint: this.fingerprint(recovery, address) });
  }

  /** After a login: resets the attempts of this address and remembers it. Returns whether it is new. */
  async entered(tx: EntityManager, userId: number, address: string): Promise<boolean> {
    const account = this.accountOf(userId);
    await this.release(tx, account);
    await tx.delete(LoginCount, { fingerprint: this.fingerprint(account, address) });
    const known = this.index.all('address', userId, addressKey(address));
    const isNew = !(await tx.existsBy(LoginAddress, { userId, address: In([...known]) }));
    const row = { userId, address: known[0], lastAt: this.clock.now() };
    const rest = { key: ['userId', 'address'], set: ['lastAt'] } as const;
    await execute(tx, upsert(this.database.engine, LoginAddress, [row], rest));
    if (isNew) await this.forgetOldest(tx, userId);
    return isNew;
  }

  /** Counts an attempt of a logged-in user, over all addresses. Fails with `rate_limited`. */
  async prove(kind: ProofKind, userId: number): Promise<void> {
    const max = this.config.LOGIN_ATTEMPTS_MAX;
    const fingerprints = [this.index.shared(kind, userId)];
    const decision = await this.countAttempt(this.accountOf(userId), fingerprints, ([count]) =>
      count && count.used >= max ? { kind: 'wait', until: count.endsAt } : { kind: 'go' },
    );
    this.requireAllowed(decision);
  }

  async proven(kind: ProofKind, userId: number): Promise<void> {
    const fingerprint = this.index.shared(kind, userId);
    await this.database.tx((tx) => tx.delete(LoginCount, { fingerprint }));
  }

  /** Resets all counts of an account, but those of recovery codes and of login codes. */
  async unlock(tx: EntityManager, userId: number): Promise<void> {
    await deleteByKey(tx, LoginCount, 'fingerprint', { account: this.accountOf(userId) });
  }

  private async count(account: string, userId: number, address: string): Promise<boolean> {
    const isKnown = await this.isKnown(userId, address);
    const { LOGIN_ATTEMPTS_MAX: here, LOGIN_ATTEMPTS_EVERYWHERE_MAX: everywhere } = this.config;
    const fingerprints = [account, this.fingerprint(account, address)];
    const decision = await this.countAttempt(account, fingerprints, ([all, own], now) =>
      all && own
        ? decideLogin(now, { everywhere: all, here: own }, { here, everywhere }, isKnown)
        : { kind: 'go' },
    );
    this.requireAllowed(decision);
    return isKnown;
  }

  /**
   * Locks the counts of these fingerprints, and decides: `go` counts the attempt in each, `wait` changes nothing, and
   * `pause` stores its end in the last one.
   */
  private countAttempt(
    account: string,
    fingerprints: string[],
    decide: (counts: LoginAttempts[], now: Date) => LoginDecision,
  ): Promise<LoginDecision> {
    return this.database.tx(async (tx) => {
      const now = this.clock.now();
      const rows = await this.lockCounts(tx, account, fingerprints, now);
      const decision = decide(rows, now);
      if (decision.kind === 'wait') return decision;
      const changed =
        decision.kind === 'pause'
          ? rows.slice(-1).map((row) => ({ ...row, pausedUntil: decision.until }))
          : rows.map((row) => ({ ...row, used: row.used + 1, pausedUntil: null }));
      for (const { fingerprint, ...change } of changed) await tx.update(LoginCount, { fingerprint }, change);
      return decision;
    });
  }

  /** Creates missing rows, and returns all in this order, reset where their window has ended. */
  private async lockCounts(
    tx: EntityManager,
    account: string,
    fingerprints: string[],
    now: Date,
  ): Promise<LoginCount[]> {
    const endsAt = addSeconds(now, this.config.LOGIN_WINDOW_SECONDS);
    const fresh = { account, used: 0, endsAt, pausedUntil: null };
    // Locks the rows that are there as well, the first one first: attempts on one account go one after the other.
    await tx
      .createQueryBuilder()
      .insert()
      .into(LoginCount)
      .values(fingerprints.map((fingerprint) => ({ ...fresh, fingerprint })))
      .orUpdate(['account'], ['fingerprint'])
      .updateEntity(false)
      .execute();
    const rows = await tx.findBy(LoginCount, { fingerprint: In(fingerprints) });
    return fingerprints.map((fingerprint) => {
      const row = rows.find((each) => each.fingerprint === fingerprint);
      if (!row || row.endsAt > now) return row ?? tx.create(LoginCount, { ...fresh, fingerprint });
      // `pausedUntil` stays, so that the first attempt after the pause is allowed in a new window too.
      return { ...row, used: 0, endsAt };
    });
  }

  private async release(tx: EntityManager, fingerprint: string): Promise<void> {
    await tx
      .createQueryBuilder()
      .update(LoginCount)
      .set({ used: () => 'used - 1' })
      .where('fingerprint = :fingerprint AND used > 0', { fingerprint })
      .execute();
  }

  private isKnown(userId: number, address: string): Promise<boolean> {
    const since = addSeconds(this.clock.now(), -KNOWN_SECONDS);
    const fingerprints = this.index.all('address', userId, addressKey(address));
    return this.database.read
      .createQueryBuilder(LoginAddress, 'known')
      .where('known.userId = :userId AND known.address IN (:...fingerprints) AND known.lastAt > :since', {
        userId,
        fingerprints,
        since,
      })
      .getExists();
  }

  private async forgetOldest(tx: EntityManager, userId: number): Promise<void> {
    const old = await tx.find(LoginAddress, {
      where: { userId },
      order: { lastAt: 'DESC' },
      skip: ADDRESSES_MAX,
      take: ADDRESSES_MAX,
    });
    for (const { address } of old) await tx.delete(LoginAddress, { userId, address });
  }

  private requireAllowed(decision: LoginDecision): void {
    if (decision.kind === 'go') return;
    throw new AppError('rate_limited', {
      message: {
        id: 'Rate limit tercapai. Terlalu banyak percobaan login, coba lagi setelah beberapa saat.',
        en: 'Rate limit reached. Too many login attempts, try again after a while.',
      },
      retryAfterSeconds: secondsUntil(this.clock.now(), decision.until),
    });
  }

  private accountOf(userId: number): string {
    return this.index.shared('account', userId);
  }

  private recoveryCodesOf(userId: number): string {
    return this.index.shared('recovery-code', userId);
  }

  private fingerprint(account: string, address: string): string {
    return this.index.shared(account, addressKey(address));
  }
}
