import { isLine } from '../platform/text/plain-text.rules.js';

export const EMAIL_MAX = 254;

const USERNAME = /^[A-Za-z0-9._-]{3,32}$/;
// HTML's own rule for `<input type=email>`, with at least one dot in the domain.
const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
export const EMAIL_PATTERN = EMAIL.source;
/** Names stand in mails, logs and lists. */
const NAME_MAX = 100;
const isName = isLine(NAME_MAX);

const text = (accepts: (value: string) => boolean) => (value: unknown) =>
  typeof value === 'string' && accepts(value);

export const isUsername = text((value) => USERNAME.test(value));
export const isEmail = text((value) => value.length <= EMAIL_MAX && EMAIL.test(value));
export const isPersonName = text((value) => value.trim() !== '' && isName(value));

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/** The mailbox of an address: lower case, without `+suffix`; for Gmail without dots. */
export function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@', 2);
  const name = local.split('+', 1)[0] ?? '';
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** A username from the local part of an email. */
export function usernameFrom(email: string): string {
  const local = email.split('@', 1)[0] ?? '';
  const base = local.replace(/[^A-Za-z0-9._-]/g, '').slice(0, 24);
  return base.length >= 3 ? base : 'pengguna';
}
