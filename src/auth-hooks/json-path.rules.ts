/**
 * Where a value stands in a JSON object: `$.a.b`, `$.a[0].b`, `$['a b']`. What RFC 9535 calls a singular query, without
 * negative indexes, escapes and blanks; nothing is ever evaluated.
 */

export type JsonPath = readonly (string | number)[];

const LENGTH_MAX = 200;
const STEP = /\.([A-Za-z_][\w]*)|\[(0|[1-9]\d{0,5})\]|\['([^'\\\p{Cc}]+)'\]|\["([^"\\\p{Cc}]+)"\]/uy;

/** The steps of a written path; `undefined` when it is none. */
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

/** What stands there; `undefined` when nothing does. Only what an object or a list itself holds is ever seen. */
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
