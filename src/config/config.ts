import { isLoopbackHost } from '../platform/net/address.js';
import type { DataKeys } from '../platform/security/data-keys.rules.js';
import { listed } from '../platform/text/given-text.js';
import { PaymentVariables } from './sections/payments.js';
import { JWT_SECRET_MIN } from './sections/process.js';

/** The validated environment. `npm run docs` writes docs/configuration.md and .env.example from sections/. */
export class Config extends PaymentVariables {
  /** True outside production if the operator has set no GATEWAY_WEBHOOK_SECRET. Not a variable. */
  acceptsUnsignedCallbacks: boolean = false;

  /** The keys of DATA_KEY, once the database has confirmed them. Not a variable. */
  dataKeys!: DataKeys;

  /** DATA_KEY as earlier releases read it, if that differs. Not a variable. */
  dataKeyBefore?: string;

  /** Why DATA_KEY must not encrypt new data. Not a variable. */
  dataKeyFault?: string;

  /** Whether unverified accounts get credit. */
  get givesUnprovenCredit(): boolean {
    return this.SIGNUP_CREDIT > 0 && this.EMAIL_VERIFICATION !== 'required';
  }

  get isProduction(): boolean {
    return this.NODE_ENV === 'production';
  }

  /** The embedded default: SQLite outside production. */
  get isEmbedded(): boolean {
    return !this.isProduction && this.DATABASE_URL.startsWith('sqlite:');
  }

  /** Whether webhooks may call loopback addresses of this machine. */
  get allowsLoopbackWebhooks(): boolean {
    return this.isEmbedded && isLoopbackHost(this.HOST);
  }

  get listensOnLoopback(): boolean {
    return isLoopbackHost(this.HOST);
  }

  /** The number of processes of all instances. */
  get processes(): number {
    return this.INSTANCES * this.WEB_CONCURRENCY;
  }

  /** Requests per minute, by the names that routes use. */
  get ratesPerMinute() {
    return {
      send: this.SEND_RATE_PER_MINUTE,
      check: this.CHECK_RATE_PER_MINUTE,
      export: this.EXPORT_RATE_PER_MINUTE,
      auth: this.AUTH_RATE_PER_MINUTE,
    };
  }

  /** After how many days messages of test keys are purged: at the earliest when no request needs them any more. */
  get testMessageDays(): number {
    const seconds = Math.max(this.DUPLICATE_WINDOW_SECONDS, this.CHECK_TTL_SECONDS, this.UNKNOWN_TTL_SECONDS);
    const hours = Math.max(this.IDEMPOTENCY_TTL_HOURS, seconds / 3600);
    return Math.max(this.TEST_MESSAGE_RETENTION_DAYS, Math.ceil(hours / 24));
  }

  /** Whether the `hop`th address, counted from the socket, is one of our own proxies. */
  readonly trustProxy = (_address: string, hop: number): boolean => hop < this.TRUST_PROXY;

  get publicUrl(): string {
    return (this.PUBLIC_URL ?? `http://localhost:${this.PORT}`).replace(/\/$/, '');
  }

  get webhookSecrets(): string[] {
    return listed(this.GATEWAY_WEBHOOK_SECRET);
  }

  /**
   * The first signs user tokens; all are accepted. If there are several, the last is the whole text, which may have
   * been one secret with commas.
   */
  get jwtSecrets(): [string, ...string[]] {
    const [first, ...others] = listed(this.JWT_SECRET);
    const isList = first !== undefined && [first, ...others].every(({ length }) => length >= JWT_SECRET_MIN);
    return isList && others.length > 0 ? [first, ...others, this.JWT_SECRET] : [this.JWT_SECRET];
  }

  get alertMailTo(): string[] {
    return [...new Set(listed(this.ALERT_MAIL_TO))];
  }

  get webhookPorts(): number[] {
    return this.WEBHOOK_PORTS.split(',').map(Number);
  }
}
