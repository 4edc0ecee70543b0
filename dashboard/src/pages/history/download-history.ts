import { exportHistory } from './api';
import type { HistorySearch } from './search';

const NEWLINE = 10;
/** The service's own name for it stands in a header; a Blob has none. */
const FILE_NAME = 'sandi-history.csv';

interface Options {
  signal: AbortSignal;
  /** How many messages have come so far. */
  onRows: (rows: number) => void;
}

/**
 * Fetches the history as CSV and hands it to the browser as a file; the number of its messages. A plain link could not
 * carry the header without which the session's cookie is not believed.
 */
export async function downloadHistory(
  { page: _, ...query }: HistorySearch,
  { signal, onRows }: Options,
): Promise<number> {
  const { parts, rows } = await collect(await exportHistory(query, signal), onRows);
  save(new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  return rows;
}

async function collect(stream: ReadableStream<Uint8Array<ArrayBuffer>>, onRows: Options['onRows']) {
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

function save(file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  // The browser may begin to read it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
