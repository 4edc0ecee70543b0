const MASK = '[secret]';

/** A value that serialises masked. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toJSON(): string {
    return MASK;
  }

  toString(): string {
    return MASK;
  }
}
