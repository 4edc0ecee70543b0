import { parseDatabaseAddress } from '../platform/database/database-address.js';
import type { Config } from './config.js';

/** Warnings of a usable configuration, logged at startup. */
export function startupWarnings(config: Config): string[] {
  const own = config.isProduction ? ofProduction(config) : ofDevelopment(config);
  return isOneSecret(config) ? [...own, ONE_SECRET] : own;
}

const ONE_SECRET =
  'JWT_SECRET is used as one secret, commas included: a comma separates two secrets only if each has 32 characters';

const isOneSecret = ({ JWT_SECRET, jwtSecrets }: Config) =>
  JWT_SECRET.includes(',') && jwtSecrets.length === 1;

function ofProduction(config: Config): string[] {
  const { DATABASE_URL, DATABASE_CA_FILE, PUBLIC_URL, publicUrl, givesUnprovenCredit } = config;
  const warnings: string[] = [];
  if (PUBLIC_URL === undefined)
    warnings.push(`PUBLIC_URL is not set: mails and documents will point to ${publicUrl}`);
  if (givesUnprovenCredit)
    warnings.push(
      'SIGNUP_CREDIT is given before an email address is verified: anyone can register again and again, and send with it',
    );
  const address = parseDatabaseAddress(DATABASE_URL, DATABASE_CA_FILE !== undefined);
  if (address.engine === 'mysql' && address.tls === 'encrypted')
    warnings.push(
      'ssl-mode=REQUIRED in DATABASE_URL does not verify the server: set ssl-mode=VERIFY_IDENTITY, and DATABASE_CA_FILE if your own authority signed its certificate',
    );
  return warnings;
}

function ofDevelopment({ listensOnLoopback, HOST, NODE_ENV, GOOGLE_AUTH }: Config): string[] {
  if (listensOnLoopback) return [];
  const warnings = [
    `NODE_ENV=${NODE_ENV} on HOST=${HOST} can be reached from other machines: set NODE_ENV=production, or HOST=127.0.0.1 to allow only this machine`,
  ];
  if (GOOGLE_AUTH === 'insecure')
    warnings.push('GOOGLE_AUTH=insecure lets anyone who reaches HOST log in as any user: set it to verified');
  return warnings;
}
