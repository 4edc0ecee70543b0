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
  @Process(
    '`production` requires the [keys](#keys) and rejects unsigned callbacks and unverified Google logins.',
  )
  @OneOf('development', 'test', 'production')
  NODE_ENV: string = 'development';

  @Process('Port to listen on; 0 takes a free one.')
  @Int(0, 65535)
  PORT: number = 3000;

  @Process('Address to listen on; `0.0.0.0` for all. The image sets `0.0.0.0`.')
  @FreeText()
  HOST: string = '127.0.0.1';

  @Process(
    'Public address of the service: links in mails, callback addresses, the OpenAPI document. Unset: `http://localhost:` and the port.',
    { example: 'https://otp.example.com' },
  )
  @BaseUrl()
  PUBLIC_URL?: string;

  @Process("Number of trusted proxies that report the caller's address (`X-Forwarded-For`).")
  @Int(0, 10)
  TRUST_PROXY: number = 0;

  @Process('Time zone of local times, of "today" and of `from`/`to`. The database stores UTC.')
  @TimeZone()
  TIMEZONE: string = 'Asia/Jakarta';

  @Process('The lowest level that is logged.')
  @OneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
  LOG_LEVEL: string = 'info';

  @Process('JSON for machines, or short lines for people.', {
    unset: 'short on a terminal, else json',
  })
  @OneOf('json', 'short')
  LOG_FORMAT?: 'json' | 'short';

  @Process('Folder for secrets and demo account of the embedded default, and for mails without `SMTP_URL`.')
  @FreeText()
  DATA_DIR: string = 'data';

  @Process.tuning('Largest request body.')
  @Int(1024, 1048576)
  BODY_LIMIT_BYTES: number = 16384;

  @Process.tuning('Largest body of a hook: auth servers post the whole user.')
  @Int(1024, 16777216)
  HOOK_BODY_LIMIT_BYTES: number = 262144;

  @Process.tuning("Largest callback at a device's own address: it may have many statuses.")
  @Int(1024, 16777216)
  CALLBACK_LIMIT_BYTES: number = 1048576;

  @Process.tuning('Time for a request to arrive, headers and body.')
  @Int(100, 600000)
  REQUEST_TIMEOUT_MS: number = 10000;

  @Process.tuning('How long a response waits for a client that does not read, before its connection closes.')
  @Int(100, 600000)
  RESPONSE_STALL_MS: number = 30000;

  @Process.tuning(
    'How long after SIGTERM the service still [accepts requests](production.md#stopping), so that balancers move on.',
    { unset: '`3000`; `0` on the embedded default' },
  )
  @Int(0, 60000)
  SHUTDOWN_DELAY_MS!: number;

  @Process(
    'Time for a shutdown, including `SHUTDOWN_DELAY_MS` and running requests; then the process exits with 1.',
  )
  @Int(0, 600000)
  SHUTDOWN_GRACE_MS: number = 20000;

  @Process('Processes of this instance, one per core. Not on SQLite. [All cores](production.md#all-cores).')
  @Int(1, 64)
  WEB_CONCURRENCY: number = 1;

  @Process('Bearer token of `/metrics`. Unset: open outside production, 404 in production.', { secret: true })
  @BearerToken(16)
  METRICS_TOKEN?: string;

  @Process('Variables of other programs that look like misspelt names of Sandi.', {
    example: 'WEBHOOK_URL',
  })
  @Pattern(/^[A-Z0-9_]+( *, *[A-Z0-9_]+)*$/, 'must be names of variables, separated by commas')
  IGNORE_VARIABLES?: string;

  @Store(
    '`sqlite:<file>` or `mysql://user:password@host:3306/database` (`mariadb://` too). `?ssl-mode=VERIFY_IDENTITY` asks for [TLS](production.md#tls-to-the-database-redis-and-the-mail-server), `?socketPath=/run/mysqld/mysqld.sock` for a socket. No `:memory:`.',
    { secret: true },
  )
  @Server('sqlite:<file> or mysql://…')
  DATABASE_URL: string = 'sqlite:data/sandi.sqlite';

  @Store(
    'Certificate authorities for the database. Set: requires TLS with a verified server. Unset: those of Node.js.',
    {
      example: '/etc/sandi/database-ca.pem',
    },
  )
  @CertificateFile()
  DATABASE_CA_FILE?: string;

  /** At least two: a request that waits for a lock must not keep everyone else from reading. */
  @Store(
    'Connections of a process to MySQL or MariaDB, at most; [a few](production.md#mysql-and-mariadb) come on top.',
  )
  @Int(2, 500)
  DATABASE_POOL_SIZE: number = 20;

  @Store.tuning('How long a request waits for a connection to MySQL or MariaDB. Then it gets 503.')
  @Int(100, 600000)
  DATABASE_ACQUIRE_TIMEOUT_MS: number = 5000;

  @Store.tuning(
    'Timeout of a statement on MySQL or MariaDB, except migrations. Then Sandi closes the connection, and the request gets 503.',
  )
  @Int(100, 600000)
  DATABASE_QUERY_TIMEOUT_MS: number = 15000;

  @Store('Shares limits between instances. Unset: each counts by itself. `rediss://` for TLS.', {
    secret: true,
    example: 'redis://127.0.0.1:6379',
  })
  @Server('redis://… or rediss://…')
  REDIS_URL?: string;

  @Store('Authorities for a `rediss://` server. Unset: those of Node.js.', {
    example: '/etc/sandi/redis-ca.pem',
  })
  @CertificateFile()
  REDIS_CA_FILE?: string;

  @Store.tuning('Timeout of Redis. After a timeout, an instance counts limits by itself for two seconds.')
  @Int(10, 10000)
  REDIS_TIMEOUT_MS: number = 100;

  @Store(
    'Number of instances. Without Redis, each process (`INSTANCES` × `WEB_CONCURRENCY`) allows its share of a limit.',
  )
  @Int(1, 1000)
  INSTANCES: number = 1;

  @Key(
    'Signs user tokens. `new,old`, each of at least 32 characters, signs with the first and accepts both while you [change it](production.md#changing-jwt_secret).',
    { unset: MADE, secret: true },
  )
  @FreeText(JWT_SECRET_MIN, RANDOM)
  JWT_SECRET!: string;

  @Key(
    'Key of fingerprints and encrypted secrets. Keep it as long as the database. `new,old`, each of at least 32 characters, while you [change it](leaked-keys.md#changing-data_key).',
    {
      unset: MADE,
      secret: true,
    },
  )
  @FreeText()
  DATA_KEY!: string;

  @Key(
    'Accepts a new `DATA_KEY` for one start, if the key of the database is lost. [Consequences](production.md#a-lost-or-changed-data_key).',
  )
  @Bool()
  DATA_KEY_LOST: boolean = false;
}
