import { smsText } from '../../../platform/text/sms-text.rules.js';
import type { DeviceAccess, OutgoingMessage } from '../../driver.js';
import { memberFault } from './members.rules.js';

/** Values that templates name in double braces. */
export type Values = Readonly<Record<string, string>>;

const OF_THE_TOKEN = ['token', 'user', 'password', 'basic'];
/** Digits and letters only, so that they fit a header. */
const OF_ONE_LINE = ['phone', 'phone_local', 'code', 'reference'];

/** Where a template stands decides which values it may name. */
export const PLACEHOLDERS = {
  health: OF_THE_TOKEN,
  header: [...OF_THE_TOKEN, ...OF_ONE_LINE],
  body: [...OF_THE_TOKEN, ...OF_ONE_LINE, 'text', 'callback_url'],
} as const;
export type TemplatePlace = keyof typeof PLACEHOLDERS;

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

export const namesIn = (template: string): string[] =>
  [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Throws a {@link MemberFault} for a template with unknown placeholders or other double braces. */
export function checkTemplate(template: string, member: string, place: TemplatePlace): void {
  const known: readonly string[] = PLACEHOLDERS[place];
  const unknown = namesIn(template).find((name) => !known.includes(name));
  const list = known.join(', ');
  if (unknown !== undefined)
    throw memberFault(member, {
      id: `{{${unknown}}} tidak dikenal di sini. Yang dapat dipakai: ${list}.`,
      en: `{{${unknown}}} is not known here. Use one of: ${list}.`,
    });
  if (/\{\{|\}\}/.test(template.replace(PLACEHOLDER, '')))
    throw memberFault(member, {
      id: 'Kurung kurawal ganda hanya untuk placeholder, misalnya {{phone}}.',
      en: 'Double braces are for placeholders only, such as {{phone}}.',
    });
}

export function fill(template: string, values: Values, encode = (value: string) => value): string {
  return template.replace(PLACEHOLDER, (_, name: string) => encode(values[name] ?? ''));
}

/** The strings of a JSON value, filled; its names stay. */
export function fillJson(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fill(value, values);
  if (Array.isArray(value)) return value.map((item) => fillJson(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillJson(item, values)]));
}

/** The token, also split at its first colon. */
export function tokenValues({ token }: Pick<DeviceAccess, 'token'>): Values {
  const whole = token.reveal();
  const [user = ''] = whole.split(':', 1);
  const basic = Buffer.from(whole).toString('base64');
  return { token: whole, user, password: whole.slice(user.length + 1), basic };
}

export function messageValues(
  device: DeviceAccess,
  { phone, code, text, reference }: OutgoingMessage,
): Values {
  const digits = phone.reveal();
  return {
    ...tokenValues(device),
    phone: digits,
    phone_local: digits.replace(/^62/, '0'),
    code: code.reveal(),
    text: smsText(text.reveal()),
    reference,
    callback_url: device.callbackUrl,
  };
}
