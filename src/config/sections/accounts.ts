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
  @Account('The first administrator, created if there is none.')
  @Pattern(USERNAME, 'must be 3 to 32 of A-Z, a-z, 0-9, dot, underscore and hyphen')
  ADMIN_USERNAME: string = 'admin';

  /** Its length is that of every password: PASSWORD_MIN to PASSWORD_MAX. */
  @Account(
    'The password of this administrator: `PASSWORD_MIN` to 128 characters, not a common one. Unset: generated and printed once.',
    { secret: true },
  )
  @FreeText()
  ADMIN_PASSWORD?: string;

  @Account('Credits of a new account.', { unset: '`0`; `10000` on the embedded default' })
  @Int(0, CREDIT_MAX)
  SIGNUP_CREDIT!: number;

  @Account(
    'Who can create an account, with a password or by Google. `invite`: only people whom an administrator [invited](accounts.md#registration); `closed`: nobody.',
    {
      unset: 'open outside production, and where the database had accounts before this variable; else closed',
    },
  )
  @OneOf('open', 'invite', 'closed')
  REGISTRATION?: 'open' | 'invite' | 'closed';

  @Account('Days from the closing of an account until its data is [erased](accounts.md#closing-an-account).')
  @Int(1, 3650)
  ACCOUNT_ERASE_DAYS: number = 30;

  @Account('Life of an invitation.')
  @Int(60, YEAR_SECONDS)
  INVITATION_TTL_SECONDS: number = 604800;

  @Account('Creates the demo account. Only on the embedded default.', {
    unset: '`0`; `npm start` sets it on the embedded default',
  })
  @Bool()
  DEMO: boolean = false;

  @Account('Fewest characters of a password. The most are 128.')
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
    '`required`: live keys and top-ups need a verified email address. `optional`: the dashboard only suggests it.',
  )
  @OneOf('optional', 'required')
  EMAIL_VERIFICATION: string = 'optional';

  @Account(
    '`required`: an administrator without a second factor can only enrol or log out. `optional`: each decides.',
  )
  @OneOf('optional', 'required')
  ADMIN_MFA: string = 'optional';

  @Account('Requests per minute and address (IPv6: its /64) on account endpoints without credentials.')
  @Int(1, RATE_MAX)
  AUTH_RATE_PER_MINUTE: number = 20;

  @Account('Wrong passwords per account, address (IPv6: its /64) and window.')
  @Int(1, RATE_MAX)
  LOGIN_ATTEMPTS_MAX: number = 10;

  @Account(
    'The same for all addresses together. Beyond it, addresses without a login in 30 days wait 5 to 60 seconds before each attempt.',
  )
  @Int(1, RATE_MAX)
  LOGIN_ATTEMPTS_EVERYWHERE_MAX: number = 100;

  @Account('Window of both limits.')
  @Int(1, SECONDS_MAX)
  LOGIN_WINDOW_SECONDS: number = 900;

  @Account('How long sign-ins and changes by owners stay in the [security log](accounts.md#the-audit-log).')
  @Int(1, 3650)
  SECURITY_LOG_DAYS: number = 180;

  @Account('How long an account keeps [rejected requests](limits.md#retention) of its API keys.')
  @Int(1, 365)
  REFUSED_LOG_DAYS: number = 7;

  @Account(
    'Stored rejected requests of an account; then Sandi deletes the oldest. There may briefly be a tenth more.',
  )
  @Int(10, 1000000)
  REFUSED_LOG_ROWS_MAX: number = 10000;

  @Account(
    "Larger top-ups and adjustments need the administrator's password (once the login is ten minutes old), and Sandi mails the administrator. `0`: never.",
    { unset: '`10000000`; `0` on the embedded default' },
  )
  @Int(0, CREDIT_MAX)
  TOPUP_CONFIRM_ABOVE!: number;

  @Account(
    '`verified`: a Google login needs an `id_token`. `insecure`: Sandi trusts the body; not in production.',
    { unset: '`verified`; `insecure` on the embedded default while `HOST` is loopback' },
  )
  @OneOf('verified', 'insecure')
  GOOGLE_AUTH!: string;

  @Account('Your OAuth client, the audience of tokens. Unset: `verified` rejects every Google login.', {
    example: '1234567890-abc.apps.googleusercontent.com',
  })
  @FreeText()
  GOOGLE_CLIENT_ID?: string;

  @Account.tuning('Where Google publishes its keys.')
  @Url('http:', 'https:')
  GOOGLE_JWKS_URL: string = 'https://www.googleapis.com/oauth2/v3/certs';

  @Account(
    "[Reads](limits.md#reads) per minute by an account's sessions and by each API key; by all its keys together, five times as many.",
  )
  @Int(1, RATE_MAX)
  READ_RATE_PER_MINUTE: number = 1200;

  @Account(
    "[Changes](limits.md#writes) per minute by an account's sessions; administrators have ten times as many.",
  )
  @Int(1, RATE_MAX)
  WRITE_RATE_PER_MINUTE: number = 60;

  @Account(
    'New API keys, webhooks, top-up requests and payments per hour; administrators have ten times as many, also for devices, invitations and reserved brands.',
  )
  @Int(1, RATE_MAX)
  CREATION_RATE_PER_HOUR: number = 30;

  @Account('Days until Sandi purges deleted API keys and webhooks that [nothing names](limits.md#retention).')
  @Int(1, 3650)
  DELETED_RETENTION_DAYS: number = 30;

  @Account('Searches by a full phone per minute and account.')
  @Int(1, RATE_MAX)
  PHONE_SEARCHES_PER_MINUTE: number = 30;

  @Account('The same within 24 hours. The owner gets a mail when the limit is reached.')
  @Int(1, RATE_MAX)
  PHONE_SEARCHES_PER_DAY: number = 300;

  @Account.tuning('Downloads of a history as CSV per minute and account.')
  @Int(1, RATE_MAX)
  EXPORT_RATE_PER_MINUTE: number = 10;

  @Account.tuning(
    'How often Sandi looks for low credit and for [operator alerts](monitoring.md#operator-alerts).',
  )
  @Int(1, SECONDS_MAX)
  ALERTS_SECONDS: number = 5;

  @Mail(
    'The mail server. `smtp://` with a login on another machine requires STARTTLS, as does `?requireTLS=true`; `?requireTLS=false` does not. Unset: mails become files in `DATA_DIR/mail`.',
    {
      secret: true,
      example: 'smtps://user:password@mail.example.com',
    },
  )
  @Server('smtp://… or smtps://…')
  SMTP_URL?: string;

  @Mail('Authorities for that server. Set: `smtp://` requires STARTTLS.', {
    example: '/etc/sandi/mail-ca.pem',
  })
  @CertificateFile()
  SMTP_CA_FILE?: string;

  @Mail('Sender of the mails: an address, or a name and `<address>`.')
  @Pattern(MAILBOX, 'must be an address such as no-reply@example.com or Sandi <no-reply@example.com>')
  MAIL_FROM: string = 'Sandi <no-reply@localhost>';
}
