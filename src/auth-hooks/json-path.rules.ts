/**
 * Paths such as `$.a.b`, `$.a[0].b`, `$['a b']`: singular queries of RFC 9535 without negative indexes, escapes and
 * blanks. Nothing is evaluated.
 */

type JsonPath = readonly (string | number)[];

const LENGTH_MAX = 200;
const STEP = /\.([A-Za-z_][\w]*)|\[(0|[1-9]\d{0,5})\]|\['([^'\\\p{Cc}]+)'\]|\["([^"\\\p{Cc}]+)"\]/uy;

/** The steps of a path; `undefined` if it is invalid. */
export function parseJsonPath(text: string): JsonPath | undefined {
  if (text.length > LENGTH_MAX || !text.startsWith('$') || text === '$') return undefined;
  const steps: (string | number)[] = [];
  let at = 1;
  while (at < text.length) {
    STEP.lastIndex = at;
    const [step, name, index, single, double] = STEP.exec(text) ?? [];
    if (step === undefined) return undefined;
    steps.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index));
    at += step.length;
  }
  return steps;
}

/** The value, from own properties only; `undefined` if there is none. */
export function readJsonPath(path: JsonPath, root: unknown): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    if (Array.isArray(value) !== (typeof step === 'number')) return undefined;
    if (!Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}
