const WRITTEN = /^\+?[0-9]+$/;
const SEPARATORS = /[ \-.()]/g;

/**
 * A recipient's number in canonical form (`62…`, digits only). It prints masked wherever it is serialised;
 * `reveal()` is for the gateway driver, the blind index and the table of magic numbers alone.
 */
export class Phone {
  readonly #canonical: string;

  private constructor(canonical: string) {
    this.#canonical = canonical;
  }

  /** Reads a written number; `undefined` when it is not `08…` or `62…` with 10 to 15 digits in both forms. */
  static parse(written: string): Phone | undefined {
    const compact = written.replace(SEPARATORS, '');
    if (!WRITTEN.test(compact)) return undefined;
    const digits = compact.replace('+', '');
    const canonical = digits.startsWith('08') ? `62${digits.slice(1)}` : digits;
    if (!canonical.startsWith('62')) return undefined;
    return [digits, canonical].every(({ length }) => length >= 10 && length <= 15)
      ? new Phone(canonical)
      : undefined;
  }

  reveal(): string {
    return this.#canonical;
  }

  /** First four digits, four asterisks, then the last digits: at most four, and at least four stay hidden. */
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

/** How a number begins at home, as much of it as its mask shows: `081` of `6281****7890`. */
export function prefixOf(masked: string): string | undefined {
  const [, digits] = /^62(\d\d)/.exec(masked) ?? [];
  return digits && `0${digits}`;
}
