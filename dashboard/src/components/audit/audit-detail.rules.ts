interface Words {
  member: (name: string) => string;
  /** For scalar values. */
  value: (name: string, value: unknown) => string;
}

const NOTHING = '–';

/** Writes `{ limits: { per_minute: 20 } }` as `Batas kirim › Pesan per menit: 20`. */
export function linesOf(detail: object, words: Words): string[] {
  return Object.entries(detail).flatMap(([name, value]: [string, unknown]) => {
    const member = words.member(name);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return linesOf(value, words).map((line) => `${member} › ${line}`);
    return [`${member}: ${listed(value, (one) => words.value(name, one))}`];
  });
}

function listed(value: unknown, tell: (one: unknown) => string): string {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  const told = all.map((one) => (one === null || one === '' ? NOTHING : tell(one)));
  return told.join(', ') || NOTHING;
}
