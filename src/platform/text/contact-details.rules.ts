import TLDS from 'tlds' with { type: 'json' };
import { latinOf, prototypeOf } from './confusables.rules.js';

/** Links, domains and phone numbers in text, also in obfuscated spellings. */

/** Position in UTF-16 units. */
export interface ContactSpan {
  start: number;
  end: number;
  kind: 'link' | 'number';
}

/** Up to this many digits are a room, year or time; more digits may be a phone number. */
export const DIGITS_MAX = 6;

/** Expects text in Unicode's form NFKC. */
export const contactsIn = (text: string): ContactSpan[] => [...numbersIn(text), ...linksIn(text)];

const LETTER = /\p{L}/u;
const NUMERAL = /\p{N}/u;

/** Joins digits across everything but letters. */
function numbersIn(text: string): ContactSpan[] {
  const found: ContactSpan[] = [];
  let run = { digits: 0, start: 0, end: 0 };
  const close = () => {
    if (run.digits > DIGITS_MAX) found.push({ start: run.start, end: run.end, kind: 'number' });
    run = { digits: 0, start: 0, end: 0 };
  };
  let at = 0;
  for (const char of text) {
    const digits = countDigits(char);
    if (digits > 0) {
      if (run.digits === 0) run.start = at;
      run.digits += digits;
      run.end = at + char.length;
    } else if (LETTER.test(char)) close();
    at += char.length;
  }
  close();
  return found;
}

/** Lookalikes of digits count, except `O` and `l`. */
function countDigits(char: string): number {
  if (char < '\x80') return char >= '0' && char <= '9' ? 1 : 0;
  if (char === '🔟') return 2;
  return NUMERAL.test(char) || /^[2-9]$/.test(prototypeOf(char)) ? 1 : 0;
}

const TLD = new Set<string>(TLDS);
const isTld = (label: string) =>
  TLD.has(label.toLowerCase()) || TLD.has([...label].map(latinOf).join('').toLowerCase());

const LABEL = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*`;
const MID_DOT = String.raw`[\u00b7\u2022\u2027\u2219\u22c5\u25cf\u16eb\u0387\u2e31\ua78f\u1427]`;
/** Also spelt out: `[.]`, `(dot)`, `%2e`, ` .`. */
const DOT = String.raw`(?:\s*[.\u3002\u06d4\u0701\u0702\ua60e\ua4f8]|%2e|\s*[[({<]\s*(?:[.\u3002]|${MID_DOT}|dot|titik)\s*[\])}>]\s*)`;
const SLASH = String.raw`[/\\\u2044\u2215]`;

const LINKS: readonly RegExp[] = [
  String.raw`[\p{L}][\p{L}\p{N}+.-]*:${SLASH}{2}[^\s/\\?#]*`,
  String.raw`https?:[^\s/\\?#]+`,
  String.raw`(?<![\p{L}\p{N}])www\d?${DOT}[^\s/\\?#]*`,
  String.raw`(?<![\p{L}\p{N}])xn--[\p{L}\p{N}-]+`,
  String.raw`\p{Nd}+(?:${DOT}\p{Nd}+){3}`,
].map((pattern) => new RegExp(pattern, 'giu'));

/** A host name if its last label is a top-level domain. */
interface HostForm {
  pattern: RegExp;
  accepts: (last: string, rest: string) => boolean;
}

const HOSTS: readonly HostForm[] = [
  { pattern: hostBy(DOT), accepts: (last) => isTld(last) },
  // Shop names use these dots too: only short domains or those with a path count.
  {
    pattern: hostBy(String.raw`\s*${MID_DOT}\s*`),
    accepts: (last, rest) => isTld(last) && ([...last].length <= 3 || startsPath(rest)),
  },
  {
    pattern: hostBy(String.raw`(?:,|\s*\.\s+)`),
    accepts: (last, rest) => isTld(last) && startsPath(rest),
  },
];

function hostBy(dot: string): RegExp {
  return new RegExp(String.raw`(?<=[\p{L}\p{M}\p{N}-])${dot}(?<last>\p{L}[\p{L}\p{M}0-9-]*)`, 'giu');
}

const PATH = new RegExp(String.raw`^${SLASH}[\p{L}\p{N}]`, 'u');
const startsPath = (rest: string) => PATH.test(rest);
const LABEL_BEFORE = new RegExp(`${LABEL}$`, 'u');

function linksIn(text: string): ContactSpan[] {
  const found: ContactSpan[] = [];
  const add = (start: number, end: number) => found.push({ start, end, kind: 'link' });
  for (const pattern of LINKS)
    for (const { 0: whole, index } of text.matchAll(pattern)) add(index, index + whole.length);
  for (const { pattern, accepts } of HOSTS)
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      if (!accepts(match.groups?.['last'] ?? '', text.slice(end))) continue;
      const name = LABEL_BEFORE.exec(text.slice(0, match.index))?.[0] ?? '';
      add(match.index - name.length, end);
    }
  return found;
}

/** Contacts that brand and template form together. The operator chose the template, so its own contacts are allowed. */
export function addedContacts(template: string, brand: string): ContactSpan[] {
  const [before = '', after] = template.normalize('NFKC').replace('{code}', 'x').split('{brand}', 2);
  if (after === undefined) return [];
  const start = before.length;
  const end = start + brand.length;
  const own = contactsIn(before).concat(contactsIn(after).map((span) => shifted(span, end)));
  return contactsIn(before + brand + after).filter(
    (span) =>
      span.start < end && span.end > start && !own.some((known) => isBeside(known, span, { start, end })),
  );
}

const shifted = ({ start, end, kind }: ContactSpan, by: number): ContactSpan => ({
  start: start + by,
  end: end + by,
  kind,
});

/** A number of the template that is separated by blanks or punctuation is a different one. */
function isBeside(own: ContactSpan, joined: ContactSpan, brand: Omit<ContactSpan, 'kind'>): boolean {
  if (own.kind !== 'number' || joined.kind !== 'number') return false;
  return own.end < brand.start ? joined.start <= own.start : own.start > brand.end && joined.end >= own.end;
}
