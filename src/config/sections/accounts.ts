import { PASSWORD_MAX } from '../../platform/security/password-policy.js';
import { CREDIT_MAX, RATE_MAX, SECONDS_MAX, YEAR_SECONDS } from '../bounds.js';
import { Bool, CertificateFile, FreeText, Int, OneOf, Pattern, Server, Url } from '../rules.js';
import { section } from '../variable.js';
import { ProcessVariables } from './process.js';

const Account = section('Accounts');
const Mail = section('Mail');

const USERNAME = /^[A-Za-z0-9._-]{3,32}$/;
const MAILBOX = /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@,]+@[^\s<>@,]+)$/;

export class AccountVariables extends ProcessVariables {
  @Account('The first administrator, made while there is none.')
  @Pattern(USERNAME, 'must be 3 to 32 of A-Z, a-z, 0-9, dot, underscore and hyphen')
  ADMIN_USERNAME: string = 'admin';

  /** Its length is that of every password: PASSWORD_MIN to PASSWORD_MAX. */
  @Account(
    'Their password, `PASSWORD_MIN` to 128 characters, and none that is common. Unset: generated and printed once.',
    { secret: true },
  )
  @FreeText()
  ADMIN_PASSWORD?: string;

  @Account('Credits of a new account.', { unset: '`0`; `10000` on the embedded default' })
  @Int(0, CREDIT_MAX)
  SIGNUP_CREDIT!: number;

  @Account(
    'Who may make an account, with a password or by Google. `invite`: only people whom an administrator [invited](accounts.md#registration); `closed`: nobody.',
    {
      unset:
        'closed in production, but open where the database had accounts before this variable; open otherwise',
    },
  )
  @OneOf('open', 'invite', 'closed')
  REGISTRATION?: 'open' | 'invite' | 'closed';

  @Account('Life of an invitation.')
  @Int(60, YEAR_SECONDS)
  INVITATION_TTL_SECONDS: number = 604800;

  @Account('Makes the demo account. Refused anywhere but on the embedded default.', {
    unset: '`0`; `npm start` sets it on the embedded default',
  })
  @Bool()
  DEMO: boolean = false;

  @Account('Shortest password. The longest is 128.')
  @Int(8, PASSWORD_MAX)
  PASSWORD_MIN: number = 8;

  @Account('Life of a user token.')
  @Int(60, YEAR_SECONDS)
  TOKEN_TTL_SECONDS: number = 43200;

  @Account('Life of a password reset link.')
  @Int(60, SECONDS_MAX)
  RESET_TOKEN_TTL_SECONDS: number = 1800;

  @Account('Life of a link that verifies an email address.')
  @Int(60, SECONDS_MAX)
  VERIFY_TOKEN_TTL_SECONDS: number = 86400;

  @Account(
    '`required`: an account makes no live key and gets no top-up before its email address is verified. `optional`: it is asked to.',
  )
  @OneOf('optional', 'required')
  EMAIL_VERIFICATION: string = 'optional';

  @Account(
    '`required`: an administrator without a second factor reaches nothing but its enrolment and the logout. `optional`: each decides.',
  )
  @OneOf('optional', 'required')
  ADMIN_MFA: string = 'optional';

  @Account(
    'Requests per minute and address (IPv6: its /64) on the account endpoints that take no credential.',
  )
  @Int(1, RATE_MAX)
  AUTH_RATE_PER_MINUTE: number = 20;

  @Account('Wrong passwords per account, address (IPv6: its /64) and window.')
  @Int(1, RATE_MAX)
  LOGIN_ATTEMPTS_MAX: number = 10;

  @Account(
    'Those of all addresses: beyond it, one that the account was not entered from in the last 30 days pauses 5 to 60 seconds before each attempt.',
  )
  @Int(1, RATE_MAX)
  LOGIN_ATTEMPTS_EVERYWHERE_MAX: number = 100;

  @Account('That window, of both.')
  @Int(1, SECONDS_MAX)
  LOGIN_WINDOW_SECONDS: number = 900;

  @Account(
    'How long sign-ins and what users do to their own accounts stay in the [security log](accounts.md#the-audit-log).',
  )
  @Int(1, 3650)
  SECURITY_LOG_DAYS: number = 180;

  @Account('How long [refused requests](limits.md#retention) of API keys stay in the log of their account.')
  @Int(1, 365)
  REFUSED_LOG_DAYS: number = 7;

  @Account(
    'How many of them an account keeps; then the oldest go. Up to a tenth more are there for a moment.',
  )
  @Int(10, 1000000)
  REFUSED_LOG_ROWS_MAX: number = 10000;

  @Account(
    'Top-ups and adjustments of more credits than this ask an administrator for the password again, unless the login was within ten minutes, and are mailed to the administrator; `0`: none does.',
    { unset: '`10000000`; `0` on the embedded default' },
  )
  @Int(0, CREDIT_MAX)
  TOPUP_CONFIRM_ABOVE!: number;

  @Account(
    '`verified`: a Google login needs an `id_token`. `insecure` believes the bare body; refused in production.',
    { unset: '`verified`; `insecure` on the embedded default while `HOST` is loopback' },
  )
  @OneOf('verified', 'insecure')
  GOOGLE_AUTH!: string;

  @Account('Your OAuth client: tokens must be made for it. Unset: `verified` refuses every Google login.', {
    example: '1234567890-abc.apps.googleusercontent.com',
  })
  @FreeText()
  GOOGLE_CLIENT_ID?: string;

  @Account('Where Google publishes its keys.', { tuning: true })
  @Url('http:', 'https:')
  GOOGLE_JWKS_URL: string = 'https://www.googleapis.com/oauth2/v3/certs';

  @Account(
    'Reads per minute: of an account by its sessions, and of each API key. All keys of an account together: five times as many. Sends and checks never count.',
  )
  @Int(1, RATE_MAX)
  READ_RATE_PER_MINUTE: number = 1200;

  @Account(
    'Changes per minute by the sessions of an account; administrators have ten times as many. Deletions never count.',
  )
  @Int(1, RATE_MAX)
  WRITE_RATE_PER_MINUTE: number = 60;

  @Account(
    'Of these, so many an hour may add what stays: API keys, webhooks, top-up requests; for administrators, ten times as many, also devices, invitations, reserved brands.',
  )
  @Int(1, RATE_MAX)
  CREATION_RATE_PER_HOUR: number = 30;

  @Account(
    'Deleted API keys and webhooks that [nothing names any more](limits.md#retention) are purged after so many days.',
  )
  @Int(1, 3650)
  DELETED_RETENTION_DAYS: number = 30;

  @Account('Searches by a full phone per minute and account.')
  @Int(1, RATE_MAX)
  PHONE_SEARCHES_PER_MINUTE: number = 30;

  @Account('The same within 24 hours. The owner gets a mail when they are used up.')
  @Int(1, RATE_MAX)
  PHONE_SEARCHES_PER_DAY: number = 300;

  @Account('Downloads of a history as CSV per minute and account.', { tuning: true })
  @Int(1, RATE_MAX)
  EXPORT_RATE_PER_MINUTE: number = 10;

  @Account(
    'How often accounts below their credit threshold, and what the operator is [alerted to](monitoring.md#operator-alerts), are looked for.',
    { tuning: true },
  )
  @Int(1, SECONDS_MAX)
  ALERTS_SECONDS: number = 5;

  @Mail(
    'The mail server. `smtp://` with a login on another machine demands STARTTLS, and so does `?requireTLS=true`; `?requireTLS=false` does without. Unset: mails become files in `DATA_DIR/mail`.',
    {
      secret: true,
      example: 'smtps://user:password@mail.example.com',
    },
  )
  @Server('smtp://… or smtps://…')
  SMTP_URL?: string;

  @Mail('Certificates (PEM) of the authorities of that server; with `smtp://` it demands STARTTLS.', {
    example: '/etc/sandi/mail-ca.pem',
  })
  @CertificateFile()
  SMTP_CA_FILE?: string;

  @Mail('Sender of the mails: an address, or a name and `<address>`.')
  @Pattern(MAILBOX, 'must hold an address: no-reply@example.com or Sandi <no-reply@example.com>')
  MAIL_FROM: string = 'Sandi <no-reply@localhost>';
}
