import { DATA_KEY_MIN, keyPairsIn } from '../platform/security/data-keys.rules.js';
import { PASSWORD_MAX } from '../platform/security/password-policy.js';
import { isWeakSecret } from '../platform/text/weak-secret.rules.js';
import type { Config } from './config.js';

export const RANDOM = '`openssl rand -base64 48`';

export function secretProblems(config: Config): string[] {
  const problems = [
    ...dataKeyLengthProblems(config),
    ...adminPasswordProblems(config),
    ...webhookSecretProblems(config),
  ];
  return config.isProduction ? [...problems, ...weakSecrets(config), ...equalSecrets(config)] : problems;
}

/** Why DATA_KEY must not encrypt new data. The database decides about existing data, which needs it anyway. */
export function dataKeyProblem({ DATA_KEY, isProduction }: Config): string | undefined {
  if (DATA_KEY.length < DATA_KEY_MIN) return `has fewer than ${DATA_KEY_MIN} characters`;
  return isProduction && isWeakSecret(DATA_KEY) ? 'is easy to guess' : undefined;
}

/** No release accepted a shorter key, so no database can have one. */
function dataKeyLengthProblems({ DATA_KEY }: Config): string[] {
  if (DATA_KEY === undefined || DATA_KEY.length >= DATA_KEY_MIN) return [];
  return [
    `DATA_KEY must be a long random text: at least ${DATA_KEY_MIN} characters, for example from ${RANDOM}`,
  ];
}

function adminPasswordProblems({ ADMIN_PASSWORD, PASSWORD_MIN }: Config): string[] {
  if (ADMIN_PASSWORD === undefined) return [];
  if (/\p{Cc}/u.test(ADMIN_PASSWORD))
    return ['ADMIN_PASSWORD must contain no line breaks or control characters: they cannot be typed'];
  const { length } = [...ADMIN_PASSWORD];
  return length < PASSWORD_MIN || length > PASSWORD_MAX
    ? [
        `ADMIN_PASSWORD must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters (PASSWORD_MIN sets the minimum)`,
      ]
    : [];
}

function webhookSecretProblems(config: Config): string[] {
  if (config.GATEWAY_WEBHOOK_SECRET === undefined) return [];
  const secrets = config.webhookSecrets;
  const name = 'GATEWAY_WEBHOOK_SECRET';
  if (secrets.length === 0)
    return [`${name} contains no secret, only commas: set it to a long random text (${RANDOM})`];
  const problems: string[] = [];
  if (secrets.length > 2)
    problems.push(`${name} may contain at most two secrets, separated by a comma: remove the oldest`);
  if (secrets.some((secret) => secret.length < 16))
    problems.push(`${name} must have at least 16 characters in each secret`);
  // The signing library uses one byte of each character, so different secrets could become equal.
  if (secrets.some((secret) => /[^\x20-\x7e\xa0-\xff]/.test(secret)))
    problems.push(
      `${name} contains control characters, or characters outside Latin-1: use plain ASCII (${RANDOM})`,
    );
  return problems;
}

function weakSecrets(config: Config): string[] {
  const { METRICS_TOKEN, ALERT_WEBHOOK_SECRET } = config;
  const given = {
    JWT_SECRET: jwtSecretsOf(config),
    METRICS_TOKEN: [METRICS_TOKEN],
    GATEWAY_WEBHOOK_SECRET: config.webhookSecrets,
    ALERT_WEBHOOK_SECRET: [ALERT_WEBHOOK_SECRET],
  };
  const isWeak = (secret: string | undefined) => secret && isWeakSecret(secret.replace(/^whsec_/, ''));
  return Object.entries(given)
    .filter(([, secrets]) => secrets.some(isWeak))
    .map(([name]) => `${name} is easy to guess: set it to a long random text (${RANDOM})`);
}

/** Empty if it is missing, which another check reports. */
const jwtSecretsOf = (config: Config): string[] => (config.JWT_SECRET ? config.jwtSecrets : []);

/** Equal secrets leak together. */
function equalSecrets(config: Config): string[] {
  const { METRICS_TOKEN, ALERT_WEBHOOK_SECRET, GATEWAY_TOKEN, ADMIN_PASSWORD, DATA_KEY } = config;
  // DATA_KEY first: of two equal secrets, the later one must change.
  const given: [string, string | undefined][] = [
    ...[DATA_KEY, ...keyPairsIn(DATA_KEY ?? '').flat()].map((key): [string, string] => ['DATA_KEY', key]),
    ...jwtSecretsOf(config).map((secret): [string, string] => ['JWT_SECRET', secret]),
    ...config.webhookSecrets.map((secret): [string, string] => ['GATEWAY_WEBHOOK_SECRET', secret]),
    ['METRICS_TOKEN', METRICS_TOKEN],
    ['ALERT_WEBHOOK_SECRET', ALERT_WEBHOOK_SECRET],
    ['GATEWAY_TOKEN', GATEWAY_TOKEN],
    ['ADMIN_PASSWORD', ADMIN_PASSWORD],
  ];
  return given.flatMap(([name, secret], at) => {
    const twin = given.slice(0, at).find(([other, value]) => value === secret && mustDiffer(name, other));
    if (secret === undefined || !twin) return [];
    const kept = twin[0] === 'DATA_KEY' ? ', and keep DATA_KEY: stored data may need it' : '';
    return [`${name} is the same as ${twin[0]}: set ${name} to another random text (${RANDOM})${kept}`];
  });
}

/** A gateway may use one secret as its token and as its callback secret. */
const mustDiffer = (one: string, other: string) =>
  one !== other && !(one === 'GATEWAY_TOKEN' && other === 'GATEWAY_WEBHOOK_SECRET');
