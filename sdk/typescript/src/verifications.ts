import { SandiError } from './errors.js';
import type { Http } from './http.js';
import { keyOf, unknownOr } from './idempotency.js';
import type {
  CallOptions,
  CheckedVerification,
  CreateVerification,
  SentVerification,
  Verification,
  VerificationOutcome,
} from './types.js';

const PATH = '/api/otp/verifications';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

/** Sandi makes the code, sends it, and says whether it was shown. */
export class Verifications {
  constructor(private readonly http: Http) {}

  /** Makes a code and sends it. `delivery` is `unknown` where nobody can say whether it arrives; refusals are thrown. */
  create(verification: CreateVerification, options: CallOptions = {}): Promise<VerificationOutcome> {
    return this.send(PATH, verification, options);
  }

  /** A wrong code spends a try; the right one is `approved`, once. */
  async check(id: string, otpCode: string, options: CallOptions = {}): Promise<CheckedVerification> {
    return (await this.post(
      `${pathOf(id)}/check`,
      { otp_code: otpCode },
      keyOf(options),
    )) as CheckedVerification;
  }

  /** A new code to the same phone, which Sandi does not keep; the old one ends. At most five times. */
  resend(id: string, phone: string, options: CallOptions = {}): Promise<VerificationOutcome> {
    return this.send(`${pathOf(id)}/resend`, { phone }, options, id);
  }

  async cancel(id: string, options: CallOptions = {}): Promise<Verification> {
    return (await this.post(`${pathOf(id)}/cancel`, {}, keyOf(options))) as Verification;
  }

  async get(id: string): Promise<Verification> {
    return (await this.http.request({
      method: 'GET',
      path: pathOf(id),
      repeatable: 'always',
    })) as Verification;
  }

  private async send(
    path: string,
    body: object,
    options: CallOptions,
    id?: string,
  ): Promise<VerificationOutcome> {
    const key = keyOf(options);
    try {
      const data = (await this.post(path, body, key)) as Omit<SentVerification, 'delivery'>;
      return { delivery: 'sent', ...data };
    } catch (error) {
      const known = id ?? (error instanceof SandiError ? error.body['verification_id'] : undefined);
      // Of one that is not known nobody could check the code.
      if (typeof known !== 'string') throw error;
      return {
        delivery: 'unknown',
        verification_id: known,
        status: 'pending',
        ...unknownOr(error, body, key),
      };
    }
  }

  private post(path: string, body: object, idempotencyKey: string): Promise<unknown> {
    return this.http.request({ method: 'POST', path, body, idempotencyKey, repeatable: 'always' });
  }
}
