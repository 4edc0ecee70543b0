const NEWLINE = 10;

/**
 * Saves a streamed CSV response as a file and returns its number of rows. (A plain link cannot send the
 * header that the session requires.)
 */
export async function saveStream(
  { body }: Response,
  fileName: string,
  onRows: (rows: number) => void = () => undefined,
): Promise<number> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  const rows = () => Math.max(0, lines - 1);
  const reader = body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    for (const byte of chunk.value) if (byte === NEWLINE) lines += 1;
    parts.push(chunk.value);
    onRows(rows());
  }
  saveFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), fileName);
  return rows();
}

export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser may read the file shortly after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
