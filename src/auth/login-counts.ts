import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Config } from '../config/index.js';
import { Database, deleteByKey } from '../platform/database/index.js';
import { addSeconds, Clock } from '../platform/time/clock.js';
import { LoginCount } from './auth.entities.js';
import type { LoginAttempts, LoginDecision } from './login.rules.js';

/** Attempts in windows of LOGIN_WINDOW_SECONDS, kept in the database: all instances count as one. */
@Injectable()
export class LoginCounts {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks the counts of these fingerprints, and counts the attempt unless `decide` rejects it. The last count stores
   * a pause.
   */
  take(
    account: string,
    fingerprints: string[],
    decide: (counts: LoginAttempts[], now: Date) => LoginDecision,
  ): Promise<LoginDecision> {
    return this.database.tx(async (tx) => {
      const now = this.clock.now();
      const rows = await this.hold(tx, account, fingerprints, now);
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

  /** One attempt less. */
  async release(tx: EntityManager, fingerprint: string): Promise<void> {
    await tx
      .createQueryBuilder()
      .update(LoginCount)
      .set({ used: () => 'used - 1' })
      .where('fingerprint = :fingerprint AND used > 0', { fingerprint })
      .execute();
  }

  async reset(tx: EntityManager, fingerprint: string): Promise<void> {
    await tx.delete(LoginCount, { fingerprint });
  }

  async forget(tx: EntityManager, account: string): Promise<void> {
    await deleteByKey(tx, LoginCount, 'fingerprint', { account });
  }

  /** Creates missing rows, and returns all in this order, reset where their window has ended. */
  private async hold(
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
      // A pause outlives its window: the attempt after it is allowed.
      return { ...row, used: 0, endsAt };
    });
  }
}
