import type { LocalizedText } from '../../../platform/text/language.js';
import type { SettingFault } from '../../driver-info.js';
import { jsonIn } from '../responses.js';

/** A mistake in one member of a setting. */
export class MemberFault extends Error {
  constructor(readonly fault: SettingFault) {
    super(`${fault.member}: ${fault.words.en}`);
  }
}

export const memberFault = (member: string, words: LocalizedText): MemberFault =>
  new MemberFault({ member, words });

/** Finds the mistake in a setting with the function that reads it. */
export const faultBy =
  (read: (text: string) => unknown) =>
  (text: string): SettingFault | undefined => {
    try {
      read(text);
      return undefined;
    } catch (error) {
      if (error instanceof MemberFault) return error.fault;
      throw error;
    }
  };

/** Readers of a setting's members. Each throws a {@link MemberFault} that names the member. */

export type Members = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of a JSON object. Rejects unknown ones. */
export function membersIn(text: string, setting: string, known: readonly string[]): Members {
  return knownMembers(jsonIn(text), setting, known);
}

export function knownMembers(value: unknown, member: string, known: readonly string[]): Members {
  const members = objectAt(value, member);
  const unknown = Object.keys(members).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw memberFault(`${member}.${unknown}`, {
      id: `Tidak dikenal. Yang dikenal: ${known.join(', ')}.`,
      en: `Unknown. The known fields are ${known.join(', ')}.`,
    });
  return members;
}

export function objectAt(value: unknown, member: string): Members {
  if (isObject(value)) return value;
  throw memberFault(member, { id: 'Harus berupa objek JSON.', en: 'Must be a JSON object.' });
}

export function textAt(value: unknown, member: string, lengthMax = 500): string {
  if (typeof value === 'string' && value !== '' && value.length <= lengthMax) return value;
  throw memberFault(member, {
    id: `Harus berupa teks, maksimal ${lengthMax} karakter.`,
    en: `Must be a text of at most ${lengthMax} characters.`,
  });
}

export const optionalText = (value: unknown, member: string): string | undefined =>
  value === undefined ? undefined : textAt(value, member);

/** A text, a number or a boolean, or a list of them, as texts. */
export function wordsAt(value: unknown, member: string): string[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  const words = list.filter((word) => ['string', 'number', 'boolean'].includes(typeof word)).map(String);
  if (words.length > 0 && words.length === list.length && !words.includes('')) return words;
  throw memberFault(member, {
    id: 'Harus berupa teks, angka, atau boolean, atau daftarnya.',
    en: 'Must be a text, a number or a boolean, or a list of them.',
  });
}

export function textsAt(value: unknown, member: string): Record<string, string> {
  if (value === undefined) return {};
  const entries = Object.entries(objectAt(value, member));
  return Object.fromEntries(entries.map(([name, text]) => [name, textAt(text, `${member}.${name}`)]));
}

/** The value at a path such as `messages.0.status`. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
          ? (inner as Members)[name]
          : undefined,
      value,
    );
}
