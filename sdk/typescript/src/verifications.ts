import { SandiError } from './errors.js';
import type { Http } from './http.js';
import { keyOf, unknownOr } from './idempotency.js';
import { queryOf } from './query.js';
import type {
  CallOptions,
  Channel,
  CheckedVerification,
  CreateInboundVerification,
  CreateVerification,
  InboundVerification,
  RequestOptions,
  SentVerification,
  Verification,
  VerificationList,
  VerificationOutcome,
  VerificationQuery,
} from './types.js';

const PATH = '/api/otp/verifications';
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

/** Verifications: Sandi creates the code, sends it and checks it. */
export class Verifications {
  readonly #http: Http;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Creates a code and sends it. If the outcome is unknown, `delivery` is `unknown`. Every other failure is thrown. */
  create(verification: CreateVerification, options: CallOptions = {}): Promise<VerificationOutcome> {
    return this.#send(PATH, verification, options);
  }

  /**
   * Creates a verification that the user completes by sending a text to `wa_number`. Sandi sends nothing. The webhook
   * `verification.approved` or `get` tells when the text has come from the phone.
   */
  async createInbound(
    verification: CreateInboundVerification,
    options: CallOptions = {},
  ): Promise<InboundVerification> {
    return (await this.#post(PATH, { ...verification, method: 'inbound' }, options)) as InboundVerification;
  }

  /** A wrong code uses up an attempt. The right one returns `approved` once. */
  async check(id: string, otpCode: string, options: CallOptions = {}): Promise<CheckedVerification> {
    const path = `${pathOf(id)}/check`;
    return (await this.#post(path, { otp_code: otpCode }, options)) as CheckedVerification;
  }

  /**
   * Sends a new code to the same phone, and ends the old one; at most five times. Pass the phone again: Sandi does not
   * store it. Uses only `channel`, or by default the channels of the last code.
   */
  resend(
    id: string,
    phone: string,
    { channel, ...options }: CallOptions & { channel?: Channel } = {},
  ): Promise<VerificationOutcome> {
    const body = channel === undefined ? { phone } : { phone, channel };
    return this.#send(`${pathOf(id)}/resend`, body, options, id);
  }

  async cancel(id: string, options: CallOptions = {}): Promise<Verification> {
    return (await this.#post(`${pathOf(id)}/cancel`, {}, options)) as Verification;
  }

  async get(id: string, options: RequestOptions = {}): Promise<Verification> {
    return (await this.#ask(pathOf(id), options)) as Verification;
  }

  /** Finds verifications whose create response was lost, by `external_id` (newest first) or by `reference`. */
  async list(query: VerificationQuery, options: RequestOptions = {}): Promise<VerificationList> {
    return (await this.#ask(`${PATH}${queryOf(query)}`, options)) as VerificationList;
  }

  #ask(path: string, options: RequestOptions): Promise<unknown> {
    return this.#http.request({ method: 'GET', path, repeatable: 'always', options });
  }

  async #send(path: string, body: object, options: CallOptions, id?: string): Promise<VerificationOutcome> {
    const key = keyOf(options);
    try {
      const data = (await this.#post(path, body, { ...options, idempotencyKey: key })) as Omit<
        SentVerification,
        'delivery'
      >;
      return { delivery: 'sent', ...data };
    } catch (error) {
      const known = id ?? (error instanceof SandiError ? error.body['verification_id'] : undefined);
      // Without the verification's id, the code could not be checked.
      if (typeof known !== 'string') throw error;
      return {
        delivery: 'unknown',
        verification_id: known,
        status: 'pending',
        ...unknownOr(error, body, key),
      };
    }
  }

  #post(path: string, body: object, options: CallOptions): Promise<unknown> {
    const idempotencyKey = keyOf(options);
    return this.#http.request({ method: 'POST', path, body, idempotencyKey, repeatable: 'always', options });
  }
}
