import { Injectable } from '@nestjs/common';
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type RemoteJWKSet } from 'jose';
import { Config } from '../config/index.js';
import { AppError } from '../platform/errors/index.js';
import { USER_AGENT } from '../platform/process/project.js';
import { Clock } from '../platform/time/clock.js';

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const CLOCK_TOLERANCE_SECONDS = 10;
const JWKS_TIMEOUT_MS = 5_000;

/** Google's ID tokens, checked against Google's published keys. */
@Injectable()
export class GoogleVerifier {
  private readonly keys: RemoteJWKSet;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {
    this.keys = createRemoteJWKSet(new URL(config.GOOGLE_JWKS_URL), {
      timeoutDuration: JWKS_TIMEOUT_MS,
      headers: { 'user-agent': USER_AGENT },
    });
  }

  /** Tokens must be made for our client id. */
  get isConfigured(): boolean {
    return this.config.GOOGLE_CLIENT_ID !== undefined;
  }

  /** Fails with `google_token_invalid` unless the token proves that the caller is who the body says. */
  async verify(idToken: string, claimed: { googleId: string; email: string }): Promise<void> {
    const { sub, email, email_verified: verified } = await this.read(idToken);
    if (sub !== claimed.googleId) throw invalid('sub is not google_id');
    if (typeof email !== 'string' || email.toLowerCase() !== claimed.email.toLowerCase())
      throw invalid('email is not the one of the token');
    if (verified !== true && verified !== 'true') throw invalid('email is not verified');
  }

  private async read(idToken: string): Promise<JWTPayload> {
    const audience = this.config.GOOGLE_CLIENT_ID;
    if (audience === undefined) throw new AppError('google_disabled');
    try {
      const { payload } = await jwtVerify(idToken, this.keys, {
        algorithms: ['RS256'],
        issuer: ISSUERS,
        audience,
        requiredClaims: ['sub', 'exp'],
        currentDate: this.clock.now(),
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
      });
      return payload;
    } catch (error) {
      throw isOfTheToken(error)
        ? invalid(String(error.code))
        : new AppError('google_unavailable', { cause: error });
    }
  }
}

const invalid = (logDetail: string) => new AppError('google_token_invalid', { logDetail });

/** Other errors, timeouts and network failures concern the key set. */
function isOfTheToken(error: unknown): error is errors.JOSEError {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== errors.JOSEError.code
  );
}
