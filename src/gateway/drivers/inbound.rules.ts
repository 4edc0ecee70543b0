import { hasInboundToken } from '../../platform/text/inbound-text.rules.js';
import { Secret } from '../../platform/text/secret.js';
import type { Health, InboundText, ParsedCallback } from '../driver.js';

/** Reading texts of users, for all drivers. */

const DIGITS = /^\d{5,15}$/;
/** A phone number in WhatsApp's form; a linked device has a suffix. LIDs and groups have other hosts. */
const PHONE_JID = /^(\d{5,15})(?::\d+)?@(?:s\.whatsapp\.net|c\.us)$/;

/** The phone in the first of these ids that has one; null: none has. */
export function phoneInIds(...ids: unknown[]): string | null {
  for (const id of ids) {
    const [, phone] = (typeof id === 'string' && PHONE_JID.exec(id)) || [];
    if (phone) return phone;
  }
  return null;
}

/** Digits of a phone number. */
export const isPhoneDigits = (value: unknown): value is string =>
  typeof value === 'string' && DIGITS.test(value);

/** Adds the number of the linked phone, as far as it is one. */
export const withNumber = <T extends Health>(health: T, digits: unknown): T =>
  health.connection === 'connected' && isPhoneDigits(digits) ? { ...health, number: digits } : health;

export const isGroupId = (id: unknown): boolean =>
  typeof id === 'string' && /@(?:g\.us|broadcast|newsletter)$/.test(id);

/** Empty unless the text has the form of a token. */
export function inboundIn(text: unknown, sender: string | null): InboundText[] {
  return hasInboundToken(text)
    ? [{ text: new Secret(text), sender: sender === null ? null : new Secret(sender) }]
    : [];
}

/** A callback with nothing but texts. */
export const textsOnly = (inbound: InboundText[]): ParsedCallback =>
  inbound.length > 0 ? { statuses: [], inbound } : { statuses: [] };
