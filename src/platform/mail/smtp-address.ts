import { readFileSync } from 'node:fs';
import { isLoopbackHost } from '../net/address.js';
import { AddressError, type AddressForm, parseServerAddress, switchOf } from '../net/server-address.js';

const FORM: AddressForm = {
  schemes: ['smtp', 'smtps'],
  example: 'smtps://user:password@mail.example.com',
  parameters: ['requireTLS', 'name'],
};
const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/;

export interface SmtpServer {
  url: string;
  /** A file with the certificates of authorities to trust, instead of the system's. */
  caFile?: string;
}

export interface SmtpAddress {
  host: string;
  port: number | undefined;
  username: string;
  password: string;
  /** Implicit TLS. */
  isTls: boolean;
  /** STARTTLS is required; otherwise it is used if offered. */
  requiresTls: boolean;
  /** Our name in EHLO. */
  name: string | undefined;
}

/** Throws {@link AddressError}. */
export function parseSmtpAddress({ url, caFile }: SmtpServer): SmtpAddress {
  const address = parseServerAddress(url, FORM);
  const { scheme, host, port, username, password, path, parameters } = address;
  if (host === '') throw new AddressError(`names no host: write it as ${FORM.example}`);
  if (path !== '') throw new AddressError('has a path after its host: remove it');
  if (username === '' && password !== '')
    throw new AddressError(`names a password without a user: write it as ${FORM.example}`);
  const asked = switchOf(address, 'requireTLS');
  const isTls = scheme === 'smtps';
  if (isTls && asked === false)
    throw new AddressError('begins with smtps:// but turns TLS off: remove requireTLS');
  if (caFile !== undefined && asked === false)
    throw new AddressError('turns TLS off, but SMTP_CA_FILE requires it: remove one of them');
  const name = parameters.get('name');
  if (name !== undefined && !NAME.test(name))
    throw new AddressError('must have a host name for its parameter name');
  const requiresTls =
    !isTls && (asked ?? (caFile !== undefined || (username !== '' && !isLoopbackHost(host))));
  return { host, port, username, password, isTls, requiresTls, name };
}

export function smtpOptions(server: SmtpServer) {
  const { host, port, username, password, isTls, requiresTls, name } = parseSmtpAddress(server);
  return {
    host,
    port: port ?? (isTls ? 465 : 587),
    secure: isTls,
    requireTLS: requiresTls,
    ...(name === undefined ? {} : { name }),
    ...(username === '' ? {} : { auth: { user: username, pass: password } }),
    tls: { minVersion: 'TLSv1.2', ...(server.caFile ? { ca: readFileSync(server.caFile) } : {}) },
  } as const;
}
