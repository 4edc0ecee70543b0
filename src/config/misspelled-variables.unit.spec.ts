import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ConfigError, loadConfig } from './index.js';

/** The problems of an environment at startup. */
function problems(env: Record<string, string>): string[] {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'sandi-names-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true }));
  try {
    loadConfig({ DATA_DIR, ...env });
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('a variable that nobody reads', () => {
  it.each([
    ['PROT', 'PORT'],
    ['PORTS', 'PORT'],
    ['HOTS', 'HOST'],
    ['SEND_RATE', 'SEND_RATE_PER_MINUTE'],
    ['SEND_RATE_PER_MINTUE', 'SEND_RATE_PER_MINUTE'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_POOL', 'DATABASE_POOL_SIZE'],
    ['TIME_ZONE', 'TIMEZONE'],
    ['REDIS_ULR', 'REDIS_URL'],
    ['JWT_SECRET_FLIE', 'JWT_SECRET_FILE'],
    ['JWT_SECRETS', 'JWT_SECRET'],
    ['WEBHOOK_PORT', 'WEBHOOK_PORTS'],
    ['WEBHOOK_TIMEOUT_SECONDS', 'WEBHOOK_TIMEOUT_MS'],
    ['GATEWAY_WEBHOOK', 'GATEWAY_WEBHOOK_SECRET'],
    ['ADMIN_EMAIL', 'ADMIN_USERNAME'],
    ['HOOK_TIMEOUT', 'HOOK_ANSWER_MS'],
    ['EXPORT_LIMIT', 'EXPORT_RATE_PER_MINUTE'],
    ['BODY_MAX_BYTES', 'BODY_LIMIT_BYTES'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['CALLBACK_X', 'CALLBACK_RATE_PER_MINUTE'],
    ['SHUTDOWN_TIMEOUT', 'SHUTDOWN_GRACE_MS'],
    ['CHECK_TTL_MINUTES', 'CHECK_TTL_SECONDS'],
    ['UNKNOWN_SECONDS', 'UNKNOWN_TTL_SECONDS'],
    ['RESET_TTL', 'RESET_TOKEN_TTL_SECONDS'],
    ['MESSAGE_RETENTION_MONTHS', 'MESSAGE_RETENTION_DAYS'],
  ])('%s stops the boot: did you mean %s', (name, meant) => {
    const [problem, ...others] = problems({ [name]: '1' });
    expect(problem).toMatch(new RegExp(`^${name} is not a variable of Sandi: did you mean .*\\b${meant}\\b`));
    expect(others).toEqual([]);
  });

  it('is let through when it is empty, or named as another program’s', () => {
    expect(problems({ SEND_RATE: '' })).toEqual([]);
    expect(
      problems({ WEBHOOK_URL: 'x', SEND_RATE: '1', IGNORE_VARIABLES: 'SEND_RATE, WEBHOOK_URL' }),
    ).toEqual([]);
  });

  it('says that only secrets are read from files', () => {
    expect(problems({ PORT_FILE: '/run/secrets/port' })).toEqual([
      'PORT_FILE is not a variable of Sandi, which reads only secrets from files: set PORT',
    ]);
  });
});

/** Variables that Kubernetes sets for a service in the namespace, and Docker for a linked container. */
const link = (name: string) => ({
  [`${name}_SERVICE_HOST`]: '10.96.0.7',
  [`${name}_SERVICE_PORT`]: '80',
  [`${name}_SERVICE_PORT_HTTP`]: '80',
  [`${name}_PORT`]: 'tcp://10.96.0.7:80',
  [`${name}_PORT_80_TCP`]: 'tcp://10.96.0.7:80',
  [`${name}_PORT_80_TCP_PROTO`]: 'tcp',
  [`${name}_PORT_80_TCP_PORT`]: '80',
  [`${name}_PORT_80_TCP_ADDR`]: '10.96.0.7',
});
const ENVIRONMENTS: Record<string, Record<string, string>> = {
  'a login shell': {
    ...{ HOME: '/root', MAIL: '/var/mail/root', LOGNAME: 'root', SHELL: '/bin/sh', SHLVL: '1', PWD: '/app' },
    ...{ OLDPWD: '/', TERM: 'xterm', LANG: 'C.UTF-8', USER: 'root', HOSTNAME: 'sandi-0', HOSTTYPE: 'x86_64' },
    ...{
      SSH_CONNECTION: '10.0.0.1 22',
      XDG_RUNTIME_DIR: '/run/user/0',
      EDITOR: 'vi',
      PASSWORD_STORE_DIR: '/p',
    },
  },
  'the image': { NODE_VERSION: '26.2.0', YARN_VERSION: '1.22.22', NODE_ENV: 'test', HOST: '0.0.0.0' },
  'Node.js': { NODE_OPTIONS: '--trace-warnings', NODE_EXTRA_CA_CERTS: '/ca.pem', NODE_PATH: '/lib' },
  npm: {
    ...{ npm_lifecycle_event: 'start', npm_package_name: 'sandi', npm_config_cache: '/c', INIT_CWD: '/app' },
    ...{ NPM_CONFIG_LOGLEVEL: 'error', NODE: '/usr/bin/node', COLOR: '1', EDITOR: 'vi' },
  },
  systemd: {
    ...{ INVOCATION_ID: '0a', JOURNAL_STREAM: '8:1', NOTIFY_SOCKET: '/run/n', LISTEN_FDS: '1', MAINPID: '7' },
    ...{ WATCHDOG_USEC: '1', CREDENTIALS_DIRECTORY: '/c', LOGS_DIRECTORY: '/l', MEMORY_PRESSURE_WATCH: '/m' },
  },
  Kubernetes: {
    ...{ KUBERNETES_SERVICE_PORT_HTTPS: '443', POD_NAME: 'sandi-0', POD_IP: '10.0.0.2' },
    ...link('KUBERNETES'),
    ...link('SANDI'),
    ...link('REDIS'),
    ...link('DATABASE'),
    ...link('GATEWAY'),
    ...link('GATEWAY_WAHA'),
    ...link('WEBHOOK'),
    ...link('DEVICE'),
    ...link('MESSAGE'),
    ...link('HOOK_CATCHER'),
  },
  'Docker links': {
    ...link('DATABASE'),
    DATABASE_NAME: '/sandi/database',
    DATABASE_ENV_MARIADB_DATABASE: 'otp',
  },
  'a link to a container called gateway': {
    ...link('GATEWAY'),
    GATEWAY_NAME: '/sandi/gateway',
    GATEWAY_ENV_PORT: '1',
  },
  'compose.yaml': { DATABASE_PASSWORD: 'x', REDIS_PASSWORD: 'x', BIND: '0.0.0.0', SIMULATOR_TOKEN: 'x' },
  CGI: { REQUEST_METHOD: 'GET', REQUEST_URI: '/', AUTH_TYPE: 'Basic' },
  'the login of busybox': { LOGIN_TTY: '/dev/tty1', LOGIN_USER: 'root', LOGIN_SHELL: '/bin/sh' },
  'GitHub Actions': { CI: 'true', GITHUB_TOKEN: 'x', RUNNER_OS: 'Linux', ACTIONS_RUNTIME_URL: 'http://x' },
  'GitLab CI': { CI_JOB_TOKEN: 'x', CI_REGISTRY: 'x', GITLAB_CI: 'true', CHAT_CHANNEL: 'x' },
  Jenkins: { NODE_NAME: 'built-in', NODE_LABELS: 'x', BUILD_ID: '7', JOB_NAME: 'x', HUDSON_URL: 'http://x' },
  Heroku: { DYNO: 'web.1', WEB_MEMORY: '512', WEB_CONCURRENCY: '1', REDIS_TLS_URL: 'x', PORT: '0' },
  'Google Cloud': { GOOGLE_APPLICATION_CREDENTIALS: '/k', GOOGLE_CLOUD_PROJECT: 'x', K_SERVICE: 'sandi' },
  'our tests': { TEST_MYSQL_URL: 'x', TEST_REDIS_URL: 'x', VITEST: 'true', NODE_V8_COVERAGE: '/tmp' },
  'a database image': { MYSQL_DATABASE: 'otp', MARIADB_USER: 'otp', REDISCLI_AUTH: 'x', DATABASE_HOST: 'db' },
};

describe('what is set around us passes:', () => {
  it.each(Object.entries(ENVIRONMENTS))('%s', (_name, env) => {
    expect(problems(env)).toEqual([]);
  });

  it('the environment that these tests run in', () => {
    expect(problems(process.env as Record<string, string>)).toEqual([]);
  });
});
