const WRITTEN = /^\+?[0-9]+$/;
/** Blanks, hyphens and invisible characters. */
const SEPARATORS = /[\p{Zs}\p{Pd}\p{Cf}\u2212.()]/gu;
/** Area codes begin with any digit but 0, 1 and 8. */
const FIXED_LINE = /^(?:0|620?)(?!62)[2-79][0-9]{6,12}$/;

const GAP =
  '[ \\u00a0\\u00ad\\u2000-\\u2015\\u202a-\\u202f\\u205f-\\u2064\\u2066-\\u206f\\u2212\\u3000\\ufe58\\ufe63\\ufeff\\uff08\\uff09\\uff0d\\uff0e.()-]*';
const digit = (...values: number[]) => `[${values.map((value) => `${value}\\uff1${value}`).join('')}]${GAP}`;
const DIGIT = digit(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);

/** The pattern of {@link Phone.read} for the documents. */
export const PHONE_PATTERN =
  `^${GAP}[+\\uff0b]?${GAP}(?:${digit(0)}${digit(8)}(?:${DIGIT}){8,12}|` +
  `${digit(6)}${digit(2)}${digit(8)}(?:${DIGIT}){7,12}|` +
  `${digit(6)}${digit(2)}${digit(0)}${digit(8)}(?:${DIGIT}){7,11})$`;

export type PhoneFlaw = 'fixed_line' | 'no_phone';

/** A canonical phone number (`62…`). Serialises masked. Only drivers, indexes and magic numbers read its digits. */
export class Phone {
  readonly #canonical: string;

  private constructor(canonical: string) {
    this.#canonical = canonical;
  }

  /** Parses an Indonesian mobile number as `08…`, `628…` or `6208…` with 10 to 15 digits. */
  static read(written: string): Phone | PhoneFlaw {
    const compact = written.normalize('NFKC').replace(SEPARATORS, '');
    if (!WRITTEN.test(compact)) return 'no_phone';
    const digits = compact.replace('+', '');
    if (FIXED_LINE.test(digits)) return 'fixed_line';
    const canonical = digits.replace(/^(?:0|620)(?=8)/, '62');
    const isMobile = canonical.startsWith('628');
    return isMobile && [digits, canonical].every(({ length }) => length >= 10 && length <= 15)
      ? new Phone(canonical)
      : 'no_phone';
  }

  /** `undefined` if it is no mobile number. */
  static parse(written: string): Phone | undefined {
    const phone = Phone.read(written);
    return phone instanceof Phone ? phone : undefined;
  }

  reveal(): string {
    return this.#canonical;
  }

  /** The first four digits, four asterisks and up to four last digits; at least four stay hidden. */
  mask(): string {
    const tail = Math.min(4, this.#canonical.length - 8);
    return `${this.#canonical.slice(0, 4)}****${this.#canonical.slice(this.#canonical.length - tail)}`;
  }

  toJSON(): string {
    return this.mask();
  }

  toString(): string {
    return this.mask();
  }
}

/** The domestic prefix of a masked number: `081` of `6281****7890`. */
export function prefixOf(masked: string): string | undefined {
  const [, digits] = /^62(\d\d)/.exec(masked) ?? [];
  return digits && `0${digits}`;
}
