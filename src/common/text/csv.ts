type Cell = string | number | null;

/** Excel takes a file without it for the code page of its machine. */
export const BYTE_ORDER_MARK = '\uFEFF';

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
