import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Config } from '../../config/index.js';
import { Audit, SecurityMails, type UserActor } from '../../operations/audit/index.js';
import { type Principal, ROLE, type SessionActor, userOf } from '../../platform/access/principal.js';
import { Database } from '../../platform/database/index.js';
import { AppError, orNotFound } from '../../platform/errors/index.js';
import { randomBytes } from '../../platform/ids/random.js';
import { type Limiter, Limits } from '../../platform/limits/index.js';
import { Sealer } from '../../platform/security/sealer.js';
import { Calendar } from '../../platform/time/calendar.js';
import { Clock, HOUR_SECONDS } from '../../platform/time/clock.js';
import { UsersService } from '../../users/index.js';
import { SecondFactor } from '../auth.entities.js';
import { LoginThrottle } from '../login-throttle.js';
import { PasswordConfirmation } from '../password-confirmation.js';
import { AppCodes } from './app-codes.js';
import { RecoveryCodes } from './recovery-codes.js';
import { CONFIRMED, removeSecondFactor } from './remove-second-factor.js';
import type {
  AdminSecondFactorView,
  Enrolment,
  ProvenDto,
  RecoveryCodesView,
  SecondFactorView,
} from './second-factor.dto.js';
import { CODE, SECRET_BYTES, stepOf, toBase32, uriOf } from './totp.js';

/** For each login. */
const WRONG_CODE_MAILS_HOURLY = 1;

/** The authenticator app of an account, which a login asks for after the password. */
@Injectable()
export class SecondFactors {
  private readonly sealer: Sealer;
  private readonly wrongCodeMails: Limiter;

  constructor(
    limits: Limits,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly recovery: RecoveryCodes,
    private readonly appCodes: AppCodes,
    private readonly mails: SecurityMails,
    private readonly ownPassword: PasswordConfirmation,
    private readonly throttle: LoginThrottle,
    private readonly config: Config,
    private readonly calendar: Calendar,
    private readonly clock: Clock,
    private readonly audit: Audit,
  ) {
    this.sealer = new Sealer(config.dataKeys);
    this.wrongCodeMails = limits.limiter('wrong-code-mail', WRONG_CODE_MAILS_HOURLY, HOUR_SECONDS);
  }

  isOn(userId: number): Promise<boolean> {
    return this.database.read.existsBy(SecondFactor, { userId, ...CONFIRMED });
  }

  /** Whether the account must set up a second factor before anything else. */
  async isOwed(userId: number, roleId: number): Promise<boolean> {
    return this.isDemandedOf(roleId) && !(await this.isOn(userId));
  }

  async view(who: Principal): Promise<SecondFactorView> {
    const { memberId: userId, roleId } = userOf(who);
    const { confirmedAt = null } = (await this.database.read.findOneBy(SecondFactor, { userId })) ?? {};
    return {
      enabled: confirmedAt !== null,
      ...this.calendar.fields('enabled_at', confirmedAt),
      recovery_codes_left: await this.recovery.left(userId),
      required: this.isDemandedOf(roleId),
    };
  }

  /** A new secret, inactive until it is confirmed. Fails with `second_factor_enabled`. */
  async begin(who: Principal): Promise<Enrolment> {
    const session = userOf(who);
    const { memberId: userId } = session;
    const user = await this.users.require(userId);
    const secret = toBase32(randomBytes(SECRET_BYTES));
    const sealedSecret = this.sealer.seal(secret);
    await this.database.tx(async (tx) => {
      await this.users.lock(tx, session);
      await tx.delete(SecondFactor, { userId, confirmedAt: IsNull() });
      if (await tx.existsBy(SecondFactor, { userId })) throw new AppError('second_factor_enabled');
      const createdAt = this.clock.now();
      await tx.insert(SecondFactor, { userId, sealedSecret, confirmedAt: null, lastStep: 0, createdAt });
    });
    return { secret, uri: uriOf(secret, user.username) };
  }

  /** Turns it on and returns the recovery codes. */
  async confirm(owner: SessionActor, { code, current_password }: ProvenDto): Promise<RecoveryCodesView> {
    const { memberId: userId } = owner;
    await this.ownPassword.requirePassword(owner, current_password);
    await this.throttle.prove('second-factor', userId);
    const pending = await this.database.read.findOneBy(SecondFactor, { userId });
    if (pending?.confirmedAt) throw new AppError('second_factor_enabled');
    const secret = pending && this.sealer.tryOpen(pending.sealedSecret);
    const step = secret ? stepOf(secret, bare(code), this.clock.now()) : null;
    if (pending === null || step === null) throw new AppError('second_factor_wrong');
    const { sealedSecret } = pending;
    const codes = await this.database.tx(async (tx) => {
      await this.users.lock(tx, owner);
      const row = { userId, sealedSecret, confirmedAt: IsNull() };
      const confirmed = { confirmedAt: this.clock.now(), lastStep: step };
      const { affected } = await tx.update(SecondFactor, row, confirmed);
      if (affected !== 1) throw new AppError('second_factor_wrong');
      await this.audit.recordOwn(tx, owner, 'second_factor.enable');
      return this.recovery.replace(tx, userId);
    });
    await this.throttle.proven('second-factor', userId);
    return { recovery_codes: codes };
  }

  async renewRecoveryCodes(owner: SessionActor, proof: ProvenDto): Promise<RecoveryCodesView> {
    await this.requireOwner(owner, proof);
    const codes = await this.database.tx(async (tx) => {
      await this.audit.recordOwn(tx, owner, 'second_factor.recovery_codes');
      return this.recovery.replace(tx, owner.memberId);
    });
    return { recovery_codes: codes };
  }

  async disable(owner: SessionActor, proof: ProvenDto): Promise<void> {
    await this.requireOwner(owner, proof);
    await this.database.tx(async (tx) => {
      await removeSecondFactor(tx, owner.memberId);
      await this.audit.recordOwn(tx, owner, 'second_factor.disable');
    });
  }

  async adminView(userId: number): Promise<AdminSecondFactorView> {
    orNotFound(await this.users.find(userId));
    return { enabled: await this.isOn(userId) };
  }

  /** For users who lost phone and recovery codes. Ends every token too: the lost phone may be logged in. */
  async remove(actor: SessionActor, userId: number, currentPassword: string | undefined): Promise<void> {
    if (actor.userId === userId) throw new AppError('own_account');
    orNotFound(await this.users.find(userId));
    await this.ownPassword.require(actor, currentPassword);
    await this.database.tx(async (tx) => {
      if (!(await removeSecondFactor(tx, userId))) throw new AppError('second_factor_disabled');
      await this.users.endTokens(tx, userId);
      await this.audit.record(tx, actor, 'user.remove_second_factor', `user:${userId}`);
    });
  }

  /**
   * Accepts a code of the app or a recovery code, each once. Recovery codes have a limit of their own. Fails with
   * `second_factor_wrong`, `rate_limited` or `second_factor_locked`.
   */
  async prove(owner: UserActor, code: string): Promise<void> {
    const typed = bare(code);
    const misses = CODE.test(typed)
      ? await this.appCodes.take(owner.memberId, typed)
      : await this.takeRecoveryCode(owner, typed);
    if (misses === 0) return;
    // Somebody knows the password: mail the owner at the first wrong code in a row, then hourly.
    const { allowed } = await this.wrongCodeMails.consume(String(owner.memberId));
    if (allowed || misses === 1) await this.mails.send(owner, 'second_factor.wrong_code');
    throw new AppError('second_factor_wrong');
  }

  /** Returns 0 after a right code. */
  private async takeRecoveryCode(owner: UserActor, code: string): Promise<0 | undefined> {
    const { memberId: userId, address } = owner;
    await this.throttle.tryRecoveryCode(userId, address);
    return this.database.tx(async (tx) => {
      if (!(await this.recovery.spend(tx, userId, code))) return undefined;
      await this.audit.recordOwn(tx, owner, 'second_factor.recovery_code_used');
      await this.throttle.resetRecoveryAttempts(tx, userId, address);
      await this.appCodes.forgetMisses(tx, userId);
      return 0;
    });
  }

  /** Requires password and code. Fails with `second_factor_disabled` if it is off. */
  private async requireOwner(owner: SessionActor, { code, current_password }: ProvenDto): Promise<void> {
    if (!(await this.isOn(owner.memberId))) throw new AppError('second_factor_disabled');
    await this.ownPassword.requirePassword(owner, current_password);
    await this.prove(owner, code);
  }

  private isDemandedOf(roleId: number): boolean {
    return this.config.ADMIN_MFA === 'required' && roleId === ROLE.admin;
  }
}

/** Apps show codes in two halves. */
const bare = (code: string): string => code.replace(/\s/g, '');
