/** Names in SQL, for both engines. */
export const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Orders tables: each comes after those that its foreign keys refer to. */
export function ordered(names: readonly string[], needs: (name: string) => string[]): string[] {
  const done: string[] = [];
  const add = (name: string): void => {
    if (done.includes(name)) return;
    for (const needed of needs(name)) if (needed !== name) add(needed);
    done.push(name);
  };
  for (const name of names) add(name);
  return done;
}

/** Splits rows into groups of about `bytesMax` bytes: a server rejects statements above its `max_allowed_packet`. */
export function chunked<Row extends readonly unknown[]>(rows: readonly Row[], bytesMax: number): Row[][] {
  const chunks: Row[][] = [];
  let bytes = Infinity;
  for (const row of rows) {
    const size = row.reduce((sum: number, value) => sum + bytesOf(value), 0);
    if (bytes + size > bytesMax) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)?.push(row);
    bytes += size;
  }
  return chunks;
}

function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return Buffer.isBuffer(value) ? 2 * value.length : 20;
}
