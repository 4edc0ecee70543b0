const NEWLINE = 10;

/**
 * Hands what a stream brings to the browser as a CSV file; the number of its lines below the first. A plain link could
 * not carry the header without which the session's cookie is not believed.
 */
export async function saveStream(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
  onRows: (rows: number) => void = () => undefined,
): Promise<number> {
  const { parts, rows } = await collect(stream, onRows);
  save(new Blob(parts, { type: 'text/csv;charset=utf-8' }), fileName);
  return rows;
}

async function collect(stream: ReadableStream<Uint8Array<ArrayBuffer>>, onRows: (rows: number) => void) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  let lines = 0;
  for (;;) {
    const { done, value } = await reader.read();
    const rows = Math.max(0, lines - 1);
    if (done) return { parts, rows };
    for (const byte of value) if (byte === NEWLINE) lines += 1;
    parts.push(value);
    onRows(Math.max(0, lines - 1));
  }
}

function save(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser may begin to read it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
