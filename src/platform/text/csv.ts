import { Readable } from 'node:stream';
import { turn } from '../background/turn.js';

type Cell = string | number | null;

/** Excel takes a file without it for the code page of its machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A file of these columns: no more is read of it than its reader takes, and no transaction waits for a slow one. */
export function csvOf<Column extends string>(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Record<Column, Cell>[]>,
): Readable {
  return Readable.from(chunksOf(columns, batches));
}

async function* chunksOf<Column extends string>(
  columns: readonly Column[],
  batches: AsyncIterable<readonly Record<Column, Cell>[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns);
  for await (const items of batches) {
    await turn();
    yield items.map((item) => csvLine(columns.map((column) => item[column]))).join('');
  }
}

/** One record of RFC 4180; a text is never a formula to the program that opens it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = harmless(cell ?? '');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An apostrophe before whatever starts a formula: at the start of the cell, and of what other separators make one. */
function harmless(text: string): string {
  return text.replace(/(^|[,;\t\r\n])"*(?=[=+\-@\t\r\n＝＋－＠])/g, "$&'");
}
