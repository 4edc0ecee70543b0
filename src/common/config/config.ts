import { TEMPLATES } from '../message-template.js';
import { BaseUrl, Flag, Int, OneOf, Pattern, Ports, Template, Text, TimeZone, Url } from './rules.js';

const SECRET =
  'must be a long random text: at least 32 characters, for example from `openssl rand -base64 48`';
const USERNAME = /^[A-Za-z0-9._-]{3,32}$/;
const MAILBOX = /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@,]+@[^\s<>@,]+)$/;

/** The longest password, in characters as people count them. */
export const PASSWORD_MAX = 128;

/** Some 23 days: a timer takes at most 2^31 milliseconds, and one set for longer goes off at once. */
const SECONDS_MAX = 2_000_000;
const HOURS_MAX = 8760;
const YEAR_SECONDS = 31_536_000;
const RATE_MAX = 1_000_000;
const CREDIT_MAX = 1_000_000_000;

/**
 * Everything the service takes from its environment, validated at boot. The property is the variable; README.md
 * lists them with their meaning. Durations carry their unit in the name.
 */
export class Config {
  // The process.
  @OneOf('development', 'test', 'production') NODE_ENV: string = 'development';
  @Int(0, 65535) PORT: number = 3000;
  @Text() HOST: string = '127.0.0.1';
  @BaseUrl() PUBLIC_URL?: string;
  /** Proxies in front whose X-Forwarded-For is believed: 0 none, else how many hops. */
  @Int(0, 10) TRUST_PROXY: number = 0;
  @TimeZone() TIMEZONE: string = 'Asia/Jakarta';
  @OneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent') LOG_LEVEL: string = 'info';
  @Text() DATA_DIR: string = 'data';
  @Int(1024, 1048576) BODY_LIMIT_BYTES: number = 16384;
  /** Of a device's callbacks: some gateways put many statuses into one. */
  @Int(1024, 16777216) CALLBACK_LIMIT_BYTES: number = 1048576;
  @Int(100, 600000) REQUEST_TIMEOUT_MS: number = 10000;
  @Int(0, 600000) SHUTDOWN_GRACE_MS: number = 20000;
  /** Processes of this instance, one for each core it may use; not on SQLite. */
  @Int(1, 64) WEB_CONCURRENCY: number = 1;
  @Text(16) METRICS_TOKEN?: string;

  // Stores.
  @Text() DATABASE_URL: string = 'sqlite:data/sandi.sqlite';
  /** At least two: one connection keeps the migrations' lock while another migrates. */
  @Int(2, 500) DATABASE_POOL_SIZE: number = 20;
  @Url('redis:', 'rediss:') REDIS_URL?: string;
  /** Instances that share the work; without Redis each process of theirs keeps its part of a limit. */
  @Int(1, 1000) INSTANCES: number = 1;

  // Keys.
  @Text(32, SECRET) JWT_SECRET!: string;
  @Text(32, SECRET) DATA_KEY!: string;

  // Accounts.
  @Pattern(USERNAME, 'must be 3 to 32 of A-Z, a-z, 0-9, dot, underscore and hyphen')
  ADMIN_USERNAME: string = 'admin';
  /** Its length is that of every password: PASSWORD_MIN to PASSWORD_MAX. */
  @Text() ADMIN_PASSWORD?: string;
  @Int(0, CREDIT_MAX) SIGNUP_CREDIT!: number;
  /** Makes a demo account with a key at boot; for the embedded default. */
  @Flag() DEMO: boolean = false;
  @Int(8, PASSWORD_MAX) PASSWORD_MIN: number = 8;
  @Int(60, YEAR_SECONDS) TOKEN_TTL_SECONDS: number = 43200;
  @Int(60, SECONDS_MAX) RESET_TOKEN_TTL_SECONDS: number = 1800;
  @Int(1, RATE_MAX) AUTH_RATE_PER_MINUTE: number = 20;
  @Int(1, RATE_MAX) LOGIN_ATTEMPTS_MAX: number = 10;
  @Int(1, SECONDS_MAX) LOGIN_WINDOW_SECONDS: number = 900;
  @OneOf('verified', 'insecure') GOOGLE_AUTH!: string;
  @Text() GOOGLE_CLIENT_ID?: string;
  @Url('http:', 'https:') GOOGLE_JWKS_URL: string = 'https://www.googleapis.com/oauth2/v3/certs';
  @Url('smtp:', 'smtps:') SMTP_URL?: string;
  @Pattern(MAILBOX, 'must hold an address: no-reply@example.com or Sandi <no-reply@example.com>')
  MAIL_FROM: string = 'Sandi <no-reply@localhost>';

  // The dashboard.
  @Int(1, RATE_MAX) EXPORT_RATE_PER_MINUTE: number = 10;

  // The send.
  @Int(1, RATE_MAX) SEND_RATE_PER_MINUTE: number = 60;
  @Int(1, RATE_MAX) RECIPIENT_ATTEMPTS_MAX: number = 5;
  @Int(1, SECONDS_MAX) RECIPIENT_WINDOW_SECONDS: number = 600;
  @Int(1, RATE_MAX) RECIPIENT_HOURLY_MAX: number = 20;
  /** Sends, or outcomes, that share one transaction. */
  @Int(1, 1000) SEND_BATCH_MAX: number = 128;
  /** How many may wait for theirs, and how long; more are answered with 503. */
  @Int(1, 1000000) SEND_QUEUE_MAX: number = 5000;
  @Int(100, 600000) SEND_QUEUE_WAIT_MS: number = 5000;
  @Int(1, SECONDS_MAX) DUPLICATE_WINDOW_SECONDS: number = 300;
  /** How long a code may be checked, and how many codes may be held against one message. */
  @Int(1, SECONDS_MAX) CHECK_TTL_SECONDS: number = 600;
  @Int(1, 100) CHECK_ATTEMPTS_MAX: number = 5;
  @Int(1, RATE_MAX) CHECK_RATE_PER_MINUTE: number = 120;
  /** Between two statuses of a message to a magic number. */
  @Int(1, SECONDS_MAX) TEST_STEP_SECONDS: number = 5;
  @Int(1, HOURS_MAX) IDEMPOTENCY_TTL_HOURS: number = 24;
  @Int(1, SECONDS_MAX) UNKNOWN_TTL_SECONDS: number = 900;
  /** How long a hook waits for its send: the caller of the strictest gives up after five seconds. */
  @Int(100, 60000) HOOK_ANSWER_MS: number = 4000;
  /** How long a pending message is its sender's alone, beyond GATEWAY_TIMEOUT_MS, before the recovery asks about it. */
  @Int(1, SECONDS_MAX) LEASE_MARGIN_SECONDS: number = 10;
  /** How often the books are checked; 0: never. */
  @Int(0, SECONDS_MAX) BOOKS_SECONDS: number = 3600;
  /** How often accounts below their credit threshold are looked for. */
  @Int(1, SECONDS_MAX) ALERTS_SECONDS: number = 5;
  @Int(1, SECONDS_MAX) RECOVERY_SECONDS: number = 5;
  @Flag() REFUND_FAILED_DELIVERY: boolean = true;
  @Int(1, HOURS_MAX) REFUND_WINDOW_HOURS: number = 72;

  /** Messages older than this are purged; 0: none ever. */
  @Int(0, 3650) MESSAGE_RETENTION_DAYS: number = 0;

  // The message.
  @Template() MESSAGE_TEMPLATE_ID: string = TEMPLATES.id;
  @Template() MESSAGE_TEMPLATE_EN: string = TEMPLATES.en;

  // The gateway.
  @Int(100, 300000) GATEWAY_TIMEOUT_MS: number = 15000;
  @Int(1, 10) GATEWAY_ATTEMPTS_MAX: number = 3;
  @Int(1, 10000) GATEWAY_SOCKETS_MAX: number = 256;
  @Url('http:', 'https:') GATEWAY_URL?: string;
  @Text() GATEWAY_TOKEN?: string;
  /** One secret, or two separated by a comma while the gateways change over. */
  @Text(16) GATEWAY_WEBHOOK_SECRET?: string;
  @Int(1, SECONDS_MAX) GATEWAY_WEBHOOK_TOLERANCE_SECONDS: number = 300;
  @Int(1, SECONDS_MAX) DEVICE_PROBE_SECONDS: number = 30;
  @Int(1, SECONDS_MAX) DEVICE_COOLDOWN_SECONDS: number = 30;
  /** Where a gateway tells of a restriction, but not when it ends. */
  @Int(1, SECONDS_MAX) DEVICE_RESTRICTED_SECONDS: number = 3600;
  /** How long a recipient stays with the device that last delivered to it; 0: no device is preferred. */
  @Int(0, HOURS_MAX) DEVICE_STICKY_HOURS: number = 720;

  // How devices are judged.
  @Int(1, SECONDS_MAX) DEVICE_JUDGE_SECONDS: number = 5;
  @Int(5, 1000) DEVICE_JUDGE_MESSAGES: number = 50;
  /** A message that is not acknowledged by then counts against its device. */
  @Int(1, SECONDS_MAX) ACK_EXPECTED_SECONDS: number = 60;
  @Int(1, 1000) ACK_WATCHDOG_MESSAGES: number = 5;
  /** When a degraded device first gets a message to try; each time that fails, it takes twice as long. */
  @Int(1, SECONDS_MAX) DEVICE_TRIAL_SECONDS: number = 600;

  // What a personal WhatsApp account may send, where its device has no limits of its own; 0: no limit.
  @Int(0, RATE_MAX) DEVICE_PER_MINUTE: number = 20;
  @Int(0, RATE_MAX) DEVICE_PER_DAY: number = 1000;
  @Int(0, RATE_MAX) DEVICE_NEW_PER_DAY: number = 400;
  /** New recipients on a device's first day, doubled every third day up to DEVICE_NEW_PER_DAY; 0: no warm-up. */
  @Int(0, RATE_MAX) DEVICE_WARMUP_FIRST_DAY: number = 20;
  @Int(0, 3600) DEVICE_PAIR_SECONDS: number = 6;

  // What the gateways call back.
  @Int(1, HOURS_MAX) INBOX_TTL_HOURS: number = 72;

  // Webhooks to users.
  /** Where a webhook may knock, on public addresses, over https. */
  @Ports() WEBHOOK_PORTS: string = '443';
  /** For development and tests: plain http, any port, and the addresses of this network too. */
  @Flag() WEBHOOK_ALLOW_PRIVATE: boolean = false;
  @Int(1, 100) WEBHOOK_ENDPOINTS_MAX: number = 5;
  @Int(100, 60000) WEBHOOK_TIMEOUT_MS: number = 15000;
  /** Pause between two looks for new events and due deliveries. */
  @Int(50, 3600000) WEBHOOK_SWEEP_MS: number = 500;
  /** Calls under way of one process; at most half of them to endpoints that are failing. */
  @Int(2, 1000) WEBHOOK_CONCURRENCY: number = 64;
  @Int(1, 100) WEBHOOK_ENDPOINT_CONCURRENCY: number = 8;
  @Int(1, 365) WEBHOOK_DISABLE_DAYS: number = 5;
  @Int(1, 3650) WEBHOOK_LOG_DAYS: number = 30;

  /** Outside production, and only where the operator set no GATEWAY_WEBHOOK_SECRET. Not a variable. */
  acceptsUnsignedCallbacks: boolean = false;

  get isProduction(): boolean {
    return this.NODE_ENV === 'production';
  }

  /** The default that a newcomer starts with: SQLite on this machine, not in production. */
  get isEmbedded(): boolean {
    return !this.isProduction && this.DATABASE_URL.startsWith('sqlite:');
  }

  /** All processes that share the work. */
  get processes(): number {
    return this.INSTANCES * this.WEB_CONCURRENCY;
  }

  /** Whether the `hop`th address, counted from the socket, is one of our own proxies. */
  readonly trustProxy = (_address: string, hop: number): boolean => hop < this.TRUST_PROXY;

  get publicUrl(): string {
    return (this.PUBLIC_URL ?? `http://localhost:${this.PORT}`).replace(/\/$/, '');
  }

  get webhookSecrets(): string[] {
    return (this.GATEWAY_WEBHOOK_SECRET ?? '')
      .split(',')
      .map((secret) => secret.trim())
      .filter(Boolean);
  }
  get webhookPorts(): number[] {
    return this.WEBHOOK_PORTS.split(',').map(Number);
  }
}
