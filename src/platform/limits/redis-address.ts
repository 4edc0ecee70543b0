import { readFileSync } from 'node:fs';
import type { RedisOptions } from 'ioredis';
import { AddressError, type AddressForm, parseServerAddress } from '../net/server-address.js';

const FORM: AddressForm = {
  schemes: ['redis', 'rediss'],
  example: 'redis://:password@host:6379',
  parameters: ['family'],
};
const PORT = 6379;

export interface RedisServer {
  url: string;
  /** A file with the certificates of authorities to trust for `rediss://`, instead of the system's. */
  caFile?: string;
}

/** The connection options for ioredis. Throws {@link AddressError}. */
export function parseRedisAddress({ url, caFile }: RedisServer) {
  const address = parseServerAddress(url, FORM);
  const { scheme, host, port = PORT, username, password, path, parameters } = address;
  if (host === '') throw new AddressError(`names no host: write it as ${FORM.example}`);
  if (username !== '' && password === '')
    throw new AddressError('names a user without a password: write it as redis://user:password@host:6379');
  if (!/^\d{0,4}$/.test(path))
    throw new AddressError('must have the number of a Redis database after its host, or nothing');
  const family = parameters.get('family') ?? '0';
  if (!['0', '4', '6'].includes(family))
    throw new AddressError('must have 4, 6 or 0 for its parameter family');
  const isTls = scheme === 'rediss';
  if (caFile !== undefined && !isTls)
    throw new AddressError(
      'must begin with rediss:// if REDIS_CA_FILE is set: otherwise nothing is encrypted',
    );
  return { host, port, username, password, db: Number(path), family: Number(family), isTls, caFile };
}

export function redisOptions(server: RedisServer): RedisOptions {
  const { isTls, caFile, username, password, ...place } = parseRedisAddress(server);
  return {
    ...place,
    username: username || undefined,
    password: password || undefined,
    ...(isTls ? { tls: { minVersion: 'TLSv1.2', ca: caFile && readFileSync(caFile) } } : {}),
  };
}
