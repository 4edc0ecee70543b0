import { plainToInstance } from 'class-transformer';
import { Validator } from 'class-validator';
import { nodeProblems } from '../platform/process/node-version.js';
import { DATA_KEY_MIN, firstDataKey } from '../platform/security/data-keys.rules.js';
import { addressProblems, databaseProblems } from './check-addresses.js';
import { paymentProblems } from './check-payments.js';
import { dataKeyProblem, RANDOM, secretProblems } from './check-secrets.js';
import { Config } from './config.js';
import { misspelledVariables } from './misspelled-variables.js';
import { type GivenDataKey, readSecretFiles } from './secret-files.js';
import { embeddedSecrets } from './secrets.js';

/** Config has other properties, which the environment cannot set. */
const VARIABLE = /^[A-Z][A-Z0-9_]*$/;

/** Startup fails: each line names a variable and how to fix it. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads and validates the environment and its secret files. Generates missing keys outside production. */
export function loadConfig(environment: NodeJS.ProcessEnv): Config {
  requireSupportedNode();
  const { env, problems: unread, dataKey } = readSecretFiles(environment);
  const mistaken = [...unread, ...misspelledVariables(env)];
  // Reported first, since a misspelled variable would also count as missing below.
  if (mistaken.length > 0) throw new ConfigError(mistaken);
  const given = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => VARIABLE.test(name) && value !== undefined && value !== ''),
  );
  const config = plainToInstance(Config, given, { exposeDefaultValues: true });
  applyDefaults(config);
  if (config.DATA_KEY) applyDataKey(config, dataKey);
  const problems = firstOfEach([...invalid(config), ...missing(config), ...unsafe(config)]);
  if (problems.length > 0) throw new ConfigError(problems);
  config.dataKeys = firstDataKey(config.DATA_KEY);
  return config;
}

/** The database of the environment, for programs that need nothing else. Throws {@link ConfigError}. */
export function databaseServer(environment: NodeJS.ProcessEnv): { url: string; caFile?: string } {
  requireSupportedNode();
  const { env, problems } = readSecretFiles(environment);
  const own = problems.filter((problem) => problem.startsWith('DATABASE_'));
  const config = new Config();
  config.DATABASE_URL = env['DATABASE_URL'] || config.DATABASE_URL;
  config.DATABASE_CA_FILE = env['DATABASE_CA_FILE'] || undefined;
  if (own.length === 0)
    own.push(
      ...invalid(config).filter((problem) => problem.startsWith('DATABASE_')),
      ...databaseProblems(config),
    );
  if (own.length > 0) throw new ConfigError(own);
  return { url: config.DATABASE_URL, caFile: config.DATABASE_CA_FILE };
}

/** All programs call it first. */
function requireSupportedNode(): void {
  const problems = nodeProblems();
  if (problems.length > 0) throw new ConfigError(problems);
}

function applyDefaults(config: Config): void {
  config.SHUTDOWN_DELAY_MS ??= config.isEmbedded ? 0 : 3000;
  config.SIGNUP_CREDIT ??= config.isEmbedded ? 10_000 : 0;
  config.GOOGLE_AUTH ??= config.isEmbedded && config.listensOnLoopback ? 'insecure' : 'verified';
  config.TOPUP_CONFIRM_ABOVE ??= config.isEmbedded ? 0 : 10_000_000;
  if (config.isProduction) return;
  config.acceptsUnsignedCallbacks = config.GATEWAY_WEBHOOK_SECRET === undefined;
  if (config.JWT_SECRET && config.DATA_KEY) return;
  const secrets = embeddedSecrets(config.DATA_DIR);
  config.JWT_SECRET ??= secrets.jwtSecret;
  config.DATA_KEY ??= secrets.dataKey;
  if (config.isEmbedded) config.GATEWAY_WEBHOOK_SECRET ??= secrets.gatewayWebhookSecret;
}

/** Existing data needs its key even if the key is weak, so the database decides. */
function applyDataKey(config: Config, given: GivenDataKey | undefined): void {
  config.dataKeyFault = given?.fault ? `cannot be read: ${given.fault}` : dataKeyProblem(config);
  if (given && (given.fault || config.DATA_KEY.length < DATA_KEY_MIN)) config.DATA_KEY = given.before;
  if (given && given.before.length >= DATA_KEY_MIN) config.dataKeyBefore = given.before;
}

/** One problem per variable: others follow from it. */
function firstOfEach(problems: string[]): string[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const [name = ''] = problem.split(' ', 1);
    return !seen.has(name) && seen.add(name);
  });
}

function invalid(config: Config): string[] {
  return new Validator()
    .validateSync(config, { skipMissingProperties: true })
    .map(({ property, constraints }) => `${property} ${Object.values(constraints ?? {})[0]}`);
}

function missing(config: Config): string[] {
  const required = ['JWT_SECRET', 'DATA_KEY', 'GATEWAY_WEBHOOK_SECRET'] as const;
  const problems = required
    .filter((name) => config.isProduction && config[name] === undefined)
    .map((name) => `${name} is required in production: set it to a long random text (${RANDOM})`);
  if (config.GATEWAY_URL && !config.GATEWAY_TOKEN)
    problems.push('GATEWAY_TOKEN is required with GATEWAY_URL: set it to the token of that gateway');
  if (config.GATEWAY_TOKEN && !config.GATEWAY_URL)
    problems.push('GATEWAY_URL is required with GATEWAY_TOKEN: set it to the address of that gateway');
  return [...problems, ...addressProblems(config), ...missingForAlerts(config), ...paymentProblems(config)];
}

function missingForAlerts({ ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }: Config): string[] {
  if (url && !secret)
    return [
      'ALERT_WEBHOOK_SECRET is required with ALERT_WEBHOOK_URL: set it to the output of `echo whsec_$(openssl rand -base64 32)`',
    ];
  if (secret && !url)
    return ['ALERT_WEBHOOK_URL is required with ALERT_WEBHOOK_SECRET: set it to your address'];
  if (url && URL.canParse(url) && (new URL(url).username || new URL(url).password))
    return ['ALERT_WEBHOOK_URL must contain no credentials: put a token into its path or query'];
  return [];
}

function unsafe(config: Config): string[] {
  const problems: string[] = [];
  if (config.isProduction && config.GOOGLE_AUTH === 'insecure')
    problems.push(
      'GOOGLE_AUTH=insecure is not allowed in production: set GOOGLE_AUTH=verified and GOOGLE_CLIENT_ID',
    );
  if (config.isProduction && config.WEBHOOK_ALLOW_PRIVATE)
    problems.push(
      'WEBHOOK_ALLOW_PRIVATE is not allowed in production: users could send requests into your network; unset it',
    );
  if (config.WEB_CONCURRENCY > 1 && config.DATABASE_URL.startsWith('sqlite:'))
    problems.push(
      'WEB_CONCURRENCY must be 1 with SQLite: only one process may use its file. Set DATABASE_URL to MySQL or MariaDB for more',
    );
  if (config.DEMO && !config.isEmbedded) problems.push('DEMO is for SQLite outside production: unset it');
  return [...problems, ...retentionProblems(config), ...secretProblems(config)];
}

/** Messages must outlive refunds, retries, checks and look-ups. */
function retentionProblems(config: Config): string[] {
  const { MESSAGE_RETENTION_DAYS: days } = config;
  const needed = {
    REFUND_WINDOW_HOURS: config.REFUND_WINDOW_HOURS,
    IDEMPOTENCY_TTL_HOURS: config.IDEMPOTENCY_TTL_HOURS,
    DUPLICATE_WINDOW_SECONDS: config.DUPLICATE_WINDOW_SECONDS / 3600,
    CHECK_TTL_SECONDS: config.CHECK_TTL_SECONDS / 3600,
    UNKNOWN_TTL_SECONDS: config.UNKNOWN_TTL_SECONDS / 3600,
  };
  const longer = Object.entries(needed).filter(([, hours]) => hours > days * 24);
  if (days === 0 || longer.length === 0) return [];
  const names = longer.map(([name]) => name).join(', ');
  return [`MESSAGE_RETENTION_DAYS must be 0 (forever) or at least as long as ${names}: make it longer`];
}
