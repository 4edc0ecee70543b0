import { Readable } from 'node:stream';
import { turn } from '../background/turn.js';

type Cell = string | number | null;

/** Excel needs it to detect UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A CSV stream. It reads batches only as fast as its consumer. */
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

/** One record of RFC 4180. Spreadsheets show its cells as text and run no formula. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = withoutFormulas(cell ?? '');
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Prefixes formulas with an apostrophe, at the start of the cell and after other separators. */
function withoutFormulas(text: string): string {
  return text.replace(/(^|[,;\t\r\n])"*(?=[=+\-@\t\r\n＝＋－＠])/g, "$&'");
}
