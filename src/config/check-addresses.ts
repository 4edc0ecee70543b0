import { parseDatabaseAddress } from '../platform/database/database-address.js';
import { parseRedisAddress } from '../platform/limits/redis-address.js';
import { parseSmtpAddress } from '../platform/mail/smtp-address.js';
import { AddressError } from '../platform/net/server-address.js';
import type { Config } from './config.js';

export function addressProblems(config: Config): string[] {
  const { REDIS_URL, REDIS_CA_FILE, SMTP_URL, SMTP_CA_FILE } = config;
  return [
    ...databaseProblems(config),
    ...problemOf(
      'REDIS_URL',
      () => REDIS_URL && parseRedisAddress({ url: REDIS_URL, caFile: REDIS_CA_FILE }),
    ),
    ...problemOf('SMTP_URL', () => SMTP_URL && parseSmtpAddress({ url: SMTP_URL, caFile: SMTP_CA_FILE })),
    ...(REDIS_CA_FILE && !REDIS_URL ? [unused('REDIS')] : []),
    ...(SMTP_CA_FILE && !SMTP_URL ? [unused('SMTP')] : []),
  ];
}

export function databaseProblems({
  DATABASE_URL: url,
  DATABASE_CA_FILE: caFile,
}: Pick<Config, 'DATABASE_URL' | 'DATABASE_CA_FILE'>): string[] {
  return problemOf('DATABASE_URL', () => parseDatabaseAddress(url, caFile !== undefined));
}

function problemOf(name: string, read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof AddressError) return [`${name} ${error.message}`];
    throw error;
  }
}

const unused = (which: string) =>
  `${which}_CA_FILE has no effect without ${which}_URL: unset it, or set both`;
