/** A string, or a number. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const INTEGER = /^-?\d+$/;

/**
 * Parses JSON of other software; throws like `JSON.parse`. Integers that JavaScript would round become strings: they are
 * ids, and two ids must not become the same number.
 */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!/\d{16}/.test(text)) return value;
  return JSON.parse(
    text.replace(TOKEN, (token) =>
      INTEGER.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
    ),
  );
}
