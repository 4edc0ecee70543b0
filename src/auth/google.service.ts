import { Injectable } from '@nestjs/common';
import { Config } from '../config/index.js';
import { Audit } from '../operations/audit/index.js';
import type { Caller } from '../platform/access/principal.js';
import { Database } from '../platform/database/index.js';
import { AppError } from '../platform/errors/index.js';
import { randomDigits } from '../platform/ids/random.js';
import { normalizeLogin, type User, UsersService } from '../users/index.js';
import { usernameFrom } from './account.rules.js';
import type { GoogleDto, Session } from './auth.dto.js';
import { AuthService } from './auth.service.js';
import { GoogleVerifier } from './google-verifier.js';
import { Invitations } from './invitations/invitations.service.js';

const USERNAME_ATTEMPTS_MAX = 5;

/** Login by Google. Only Google's `sub` identifies an account: an email never opens an account with a password. */
@Injectable()
export class GoogleService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly users: UsersService,
    private readonly verifier: GoogleVerifier,
    private readonly auth: AuthService,
    private readonly audit: Audit,
    private readonly invitations: Invitations,
  ) {}

  async login(caller: Caller, claim: GoogleDto): Promise<Session> {
    const known = await this.users.findByGoogleSub(claim.google_id);
    return this.auth.attempt(caller, known, 'google', async () => {
      const isProven = await this.prove(claim);
      const user = known ?? (await this.open(caller, claim, isProven));
      // A body without an id_token proves nothing: it must not open an account that has since been given a password.
      if (!isProven && user.passwordHash !== null) throw new AppError('google_email_conflict');
      const own = isProven ? await this.verified(caller, user, claim.email) : user;
      return this.auth.admit(caller, own, 'google', known === null);
    });
  }

  /** Whether Google confirms the caller; false only in development, where a bare body is accepted. */
  private async prove({ google_id: googleId, email, id_token: idToken }: GoogleDto): Promise<boolean> {
    if (this.config.GOOGLE_AUTH !== 'insecure' || this.config.isProduction) {
      if (!idToken) throw new AppError('google_token_required');
    } else if (!idToken || !this.verifier.isConfigured) return false;
    await this.verifier.verify(idToken, { googleId, email });
    return true;
  }

  /** Google verifies an address like a mailed link does. */
  private async verified(caller: Caller, user: User, email: string): Promise<User> {
    if (user.emailVerifiedAt !== null || normalizeLogin(user.email) !== normalizeLogin(email)) return user;
    const owner = await this.users.actorOf(caller, user);
    await this.database.tx(async (tx) => {
      if (await this.users.proveEmail(tx, user.id)) await this.audit.recordOwn(tx, owner, 'email.verify');
    });
    return (await this.users.find(user.id)) ?? user;
  }

  private async open(
    caller: Caller,
    { google_id: googleSub, email, name, invitation: token }: GoogleDto,
    isProven: boolean,
  ): Promise<User> {
    const invitation = await this.invitations.admit(token, email).catch(async (error: AppError) => {
      throw await this.conflict(email, error);
    });
    const emailVerified = isProven || invitation !== undefined;
    for (let attempt = 1; ; attempt++) {
      const base = usernameFrom(email);
      const taken = attempt > 1 || (await this.users.existsUsername(base));
      const username = taken ? `${base}-${randomDigits(6)}` : base;
      try {
        const made = { username, email, name, passwordHash: null, googleSub, emailVerified };
        return await this.users.create(made, (tx, { id }) => this.auth.accept(tx, caller, invitation, id));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // The same person's other first login may have been faster.
        const twin = await this.users.findByGoogleSub(googleSub);
        if (twin) return twin;
        if (error.code !== 'username_taken' || attempt >= USERNAME_ATTEMPTS_MAX)
          throw await this.conflict(email, error);
      }
    }
  }

  private async conflict(email: string, error: AppError): Promise<AppError> {
    const owner = await this.users.findByEmail(email);
    return owner && owner.googleSub === null ? new AppError('google_email_conflict') : error;
  }
}
