/** Largest id: the largest number that is exact in JSON. */
export const ID_MAX = Number.MAX_SAFE_INTEGER;

/** The id that a text names; `undefined` if none. */
export function rowIdOf(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return id <= ID_MAX ? id : undefined;
}
