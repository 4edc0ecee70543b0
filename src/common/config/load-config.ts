import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Config } from './config.js';
import { embeddedSecrets } from './secrets.js';

/** The boot stops here: each line names a variable and says how to mend it. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads and validates the environment; an empty variable counts as unset. Outside production, missing keys are made
 * once and kept in DATA_DIR. Throws {@link ConfigError}.
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const config = plainToInstance(Config, given, { exposeDefaultValues: true });
  applyDefaults(config);
  const problems = [...invalid(config), ...missing(config), ...unsafe(config)];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function applyDefaults(config: Config): void {
  config.SIGNUP_CREDIT ??= config.isEmbedded ? 10_000 : 0;
  config.GOOGLE_AUTH ??= config.isEmbedded ? 'insecure' : 'verified';
  if (config.isProduction) return;
  config.acceptsUnsignedCallbacks = config.GATEWAY_WEBHOOK_SECRET === undefined;
  if (config.JWT_SECRET && config.DATA_KEY) return;
  const secrets = embeddedSecrets(config.DATA_DIR);
  config.JWT_SECRET ??= secrets.jwtSecret;
  config.DATA_KEY ??= secrets.dataKey;
  if (config.isEmbedded) config.GATEWAY_WEBHOOK_SECRET ??= secrets.gatewayWebhookSecret;
}

function invalid(config: Config): string[] {
  return validateSync(config, { skipMissingProperties: true }).map(
    ({ property, constraints }) => `${property} ${Object.values(constraints ?? {})[0]}`,
  );
}

function missing(config: Config): string[] {
  const required = ['JWT_SECRET', 'DATA_KEY', 'GATEWAY_WEBHOOK_SECRET'] as const;
  const problems = config.isProduction
    ? required
        .filter((name) => config[name] === undefined)
        .map(
          (name) =>
            `${name} is required in production: set it to a long random text (\`openssl rand -base64 48\`)`,
        )
    : [];
  if (!/^(sqlite:.+|mysql:\/\/.+|mariadb:\/\/.+)$/.test(config.DATABASE_URL))
    problems.push('DATABASE_URL must be sqlite:<file> or mysql://user:password@host:3306/database');
  if (config.GATEWAY_URL && !config.GATEWAY_TOKEN)
    problems.push('GATEWAY_TOKEN is required with GATEWAY_URL: set it to the token of that gateway');
  return problems;
}

function unsafe(config: Config): string[] {
  const problems: string[] = [];
  if (config.isProduction && config.GOOGLE_AUTH === 'insecure')
    problems.push(
      'GOOGLE_AUTH=insecure is refused in production: set GOOGLE_AUTH=verified and GOOGLE_CLIENT_ID',
    );
  if (config.DEMO && !config.isEmbedded) problems.push('DEMO is for SQLite outside production: unset it');
  if (config.webhookSecrets.length > 2)
    problems.push(
      'GATEWAY_WEBHOOK_SECRET holds at most two secrets, separated by a comma: remove the oldest',
    );
  if (config.webhookSecrets.some((secret) => secret.length < 16))
    problems.push('GATEWAY_WEBHOOK_SECRET must hold secrets of at least 16 characters each');
  return problems;
}
