import {
  BaseUrl,
  BearerToken,
  Bool,
  CertificateFile,
  FreeText,
  Int,
  OneOf,
  Pattern,
  Server,
  TimeZone,
} from '../rules.js';
import { section } from '../variable.js';

const Process = section('The process');
const Store = section('Stores');
const Key = section('Keys');

const RANDOM =
  'must be a long random text: at least 32 characters, for example from `openssl rand -base64 48`';
const MADE = 'made and kept in `DATA_DIR`; required in production';

export const JWT_SECRET_MIN = 32;

export class ProcessVariables {
  @Process('Production demands the keys below and takes nothing unsigned.')
  @OneOf('development', 'test', 'production')
  NODE_ENV: string = 'development';

  @Process('Port to listen on; 0 takes a free one.')
  @Int(0, 65535)
  PORT: number = 3000;

  @Process('Address to listen on; `0.0.0.0` for all. The image sets `0.0.0.0`.')
  @FreeText()
  HOST: string = '127.0.0.1';

  @Process(
    'Address that the world reaches the service at: links in mails, callback addresses, the OpenAPI document. Unset: `http://localhost:` and the port.',
    { example: 'https://otp.example.com' },
  )
  @BaseUrl()
  PUBLIC_URL?: string;

  @Process("How many proxies in front are believed about the caller's address (`X-Forwarded-For`).")
  @Int(0, 10)
  TRUST_PROXY: number = 0;

  @Process('Zone of every written time, of "today" and of `from`/`to`. Stored is UTC.')
  @TimeZone()
  TIMEZONE: string = 'Asia/Jakarta';

  @Process('What is logged: this and what is graver.')
  @OneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
  LOG_LEVEL: string = 'info';

  @Process('How it is logged: JSON for machines, or short lines for people.', {
    unset: 'short on a terminal, else json',
  })
  @OneOf('json', 'short')
  LOG_FORMAT?: 'json' | 'short';

  @Process(
    'Folder for what the embedded default makes (secrets, demo account; not the database, which `DATABASE_URL` places) and for mails without `SMTP_URL`.',
  )
  @FreeText()
  DATA_DIR: string = 'data';

  @Process('Largest request body.', { tuning: true })
  @Int(1024, 1048576)
  BODY_LIMIT_BYTES: number = 16384;

  @Process('Largest body of a hook: auth servers post the whole user.', { tuning: true })
  @Int(1024, 16777216)
  HOOK_BODY_LIMIT_BYTES: number = 262144;

  @Process("Largest callback at a device's own address; some gateways put many statuses into one.", {
    tuning: true,
  })
  @Int(1024, 16777216)
  CALLBACK_LIMIT_BYTES: number = 1048576;

  @Process('Time for a request to arrive, headers and body.', { tuning: true })
  @Int(100, 600000)
  REQUEST_TIMEOUT_MS: number = 10000;

  @Process(
    'How long a response may wait for a client that reads nothing of it. Then the connection is closed.',
    {
      tuning: true,
    },
  )
  @Int(100, 600000)
  RESPONSE_STALL_MS: number = 30000;

  @Process(
    'How long after SIGTERM requests are still taken, while `/health/ready` and `/health/live` answer 503: balancers and proxies look elsewhere meanwhile.',
    { unset: '`3000`; `0` on the embedded default', tuning: true },
  )
  @Int(0, 60000)
  SHUTDOWN_DELAY_MS!: number;

  @Process(
    'Time for the stop, SHUTDOWN_DELAY_MS and requests under way included; afterwards the process ends with 1.',
  )
  @Int(0, 600000)
  SHUTDOWN_GRACE_MS: number = 20000;

  @Process(
    'Processes of this instance: one for each core it may use. On MariaDB or MySQL only. [All cores](production.md#all-cores).',
  )
  @Int(1, 64)
  WEB_CONCURRENCY: number = 1;

  @Process('Bearer token of `/metrics`. Unset: open outside production, 404 in production.', { secret: true })
  @BearerToken(16)
  METRICS_TOKEN?: string;

  @Process(
    'Variables of other programs that look like mistakes in ours, with commas. Any other such name stops the boot.',
    { example: 'WEBHOOK_URL' },
  )
  @Pattern(/^[A-Z0-9_]+( *, *[A-Z0-9_]+)*$/, 'must be names of variables, with commas')
  IGNORE_VARIABLES?: string;

  @Store(
    '`sqlite:<file>` or `mysql://user:password@host:3306/database` (`mariadb://` too). `?ssl-mode=VERIFY_IDENTITY` asks for [TLS](production.md#tls-to-the-database-redis-and-the-mail-server), `?socketPath=/run/mysqld/mysqld.sock` for a socket. No `:memory:`.',
    { secret: true },
  )
  @Server('sqlite:<file> or mysql://…')
  DATABASE_URL: string = 'sqlite:data/sandi.sqlite';

  @Store(
    'Certificates (PEM) of the authorities that may have signed that of the database. Set, it asks for TLS that proves the server. Unset: the authorities of Node.',
    { example: '/etc/sandi/database-ca.pem' },
  )
  @CertificateFile()
  DATABASE_CA_FILE?: string;

  /** At least two: a request that waits for a lock must not keep everyone else from reading. */
  @Store('Connections of this process to MySQL or MariaDB, at most.')
  @Int(2, 500)
  DATABASE_POOL_SIZE: number = 20;

  @Store(
    'How long a request waits for a connection to MySQL or MariaDB, a new one or one that others have. Then it is 503.',
    { tuning: true },
  )
  @Int(100, 600000)
  DATABASE_ACQUIRE_TIMEOUT_MS: number = 5000;

  @Store(
    'How long MySQL or MariaDB may take to answer a statement. Then its connection is given up, and the request is 503. Migrations wait for ever.',
    { tuning: true },
  )
  @Int(100, 600000)
  DATABASE_QUERY_TIMEOUT_MS: number = 15000;

  @Store('Shares the limits of several instances; unset, each counts for itself. `rediss://` for TLS.', {
    secret: true,
    example: 'redis://127.0.0.1:6379',
  })
  @Server('redis://… or rediss://…')
  REDIS_URL?: string;

  @Store('Certificates (PEM) of the authorities of a `rediss://` server. Unset: the authorities of Node.', {
    example: '/etc/sandi/redis-ca.pem',
  })
  @CertificateFile()
  REDIS_CA_FILE?: string;

  @Store(
    'How long an answer of Redis is waited for; after that each instance counts for itself for two seconds.',
    { tuning: true },
  )
  @Int(10, 10000)
  REDIS_TIMEOUT_MS: number = 100;

  @Store(
    'How many instances share the work. While there is no Redis, each of their processes (`INSTANCES` × `WEB_CONCURRENCY`) allows its part of a limit.',
  )
  @Int(1, 1000)
  INSTANCES: number = 1;

  @Key(
    'Signs user tokens. `new,old`, each of at least 32 characters: signs with the first and accepts all, while you [change it](production.md#secrets).',
    { unset: MADE, secret: true },
  )
  @FreeText(JWT_SECRET_MIN, RANDOM)
  JWT_SECRET!: string;

  @Key('Keys the fingerprints and the sealed device secrets. Keep it as long as the database.', {
    unset: MADE,
    secret: true,
  })
  @FreeText()
  DATA_KEY!: string;

  @Key(
    'For one start, where the `DATA_KEY` of the database is lost: takes the new one. [What is lost with it](production.md#a-lost-or-changed-data_key).',
  )
  @Bool()
  DATA_KEY_LOST: boolean = false;
}
