import { saveStream } from '../../components/save-stream';
import { exportHistory } from './api';
import type { HistorySearch } from './search';

/** The service's own name for it stands in a header; a Blob has none. */
const FILE_NAME = 'sandi-history.csv';

interface Options {
  signal: AbortSignal;
  /** How many messages have come so far. */
  onRows: (rows: number) => void;
}

/** Fetches the history as CSV and hands it to the browser as a file; the number of its messages. */
export async function downloadHistory(
  { page: _, limit: _size, after: _place, sort: _order, ...query }: HistorySearch,
  { signal, onRows }: Options,
): Promise<number> {
  return saveStream(await exportHistory(query, signal), FILE_NAME, onRows);
}
