import type { LocalizedText } from '../platform/text/language.js';
import { microsOf } from './cost.rules.js';

/** Reads the CSV file of Meta's rate card: notes, headings, then a line per market. Only Indonesia's line is used. */

/** Meta's rate card of one currency has about 5 kB. */
export const RATE_CARD_LENGTH_MAX = 12_000;

const MARKET = 'indonesia';
const CATEGORIES = [
  'authentication',
  'authentication_international',
  'marketing',
  'marketing_lite',
  'utility',
  'service',
] as const;
/** Cells that mean that the market has no price for the category. */
const NONE = ['', '-', 'n/a'];

/** Micro units by category; null: the card has none. */
type RateCard = Map<string, number | null>;

export type ReadRateCard = { rates: RateCard } | { flaw: LocalizedText };

interface Line {
  number: number;
  cells: string[];
}

const flawAt = (line: number, id: string, en: string): ReadRateCard => ({
  flaw: { id: `Baris ${line}: ${id}.`, en: `Line ${line}: ${en}.` },
});

export function readRateCard(csv: string, currency: string): ReadRateCard {
  const lines = linesOf(csv);
  if (!Array.isArray(lines))
    return flawAt(lines.unclosed, 'tanda kutip tidak ditutup', 'a quote is not closed');
  const head = lines.find(({ cells }) => cells.map(nameOf).includes('authentication'));
  const columns = head?.cells.map(nameOf) ?? [];
  const market = columns.findIndex((name) => name === 'market' || name === 'country');
  if (!head || market < 0)
    return flawAt(
      1,
      'judul kolom Market dan Authentication tidak ada',
      'no headings Market and Authentication',
    );
  const own = lines.filter(
    ({ number, cells }) => number > head.number && cells[market]?.trim().toLowerCase() === MARKET,
  );
  const [line, second] = own;
  if (!line)
    return flawAt(head.number, 'di bawahnya tidak ada baris Indonesia', 'no line of Indonesia below it');
  if (second) return flawAt(second.number, 'Indonesia tertulis dua kali', 'Indonesia is there twice');
  return ratesIn(line, columns, currency);
}

function ratesIn({ number, cells }: Line, columns: readonly string[], currency: string): ReadRateCard {
  if (cells.length !== columns.length)
    return flawAt(
      number,
      `${cells.length} kolom, sedangkan judulnya ${columns.length}`,
      `${cells.length} columns under ${columns.length} headings`,
    );
  const own = currencyOf(cells[columns.indexOf('currency')]);
  if (own !== undefined && own !== currency)
    return flawAt(
      number,
      `mata uangnya ${own}, bukan ${currency}`,
      `its currency is ${own}, not ${currency}`,
    );
  const rates: RateCard = new Map();
  for (const category of CATEGORIES) {
    const at = columns.indexOf(category);
    const cell = cells[at]?.trim();
    if (cell === undefined) continue;
    const micros = NONE.includes(cell.toLowerCase()) ? null : microsOf(withoutGroups(cell));
    if (micros === undefined || (micros === null && category === 'authentication'))
      return flawAt(number, `harga ${category} tidak terbaca`, `the price of ${category} is unreadable`);
    rates.set(category, micros);
  }
  return { rates };
}

/** Turns `Authentication-\nInternational` into `authentication_international`. */
const nameOf = (cell: string): string =>
  cell
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '_');

const SYMBOLS: Readonly<Record<string, string>> = { $US: 'USD', US$: 'USD', $: 'USD', RP: 'IDR' };

/** The currency that a cell names; `undefined` if it names none. */
function currencyOf(cell: string | undefined): string | undefined {
  const told = cell?.trim().toUpperCase() ?? '';
  const code = SYMBOLS[told] ?? told;
  return /^[A-Z]{3}$/.test(code) ? code : undefined;
}

/** Turns `1,234.50` into `1234.50`. */
const withoutGroups = (cell: string): string =>
  /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(cell) ? cell.replaceAll(',', '') : cell;

/** Lines of a CSV; quotes may hold commas and line breaks. */
function linesOf(csv: string): Line[] | { unclosed: number } {
  const lines: Line[] = [];
  let line: Line = { number: 1, cells: [''] };
  let isQuoted = false;
  let number = 1;
  const text = csv.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\n') number++;
    const last = line.cells.length - 1;
    if (char === '"' && isQuoted && text.charAt(at + 1) === '"') {
      line.cells[last] += '"';
      at++;
    } else if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted || (char !== ',' && char !== '\n')) line.cells[last] += char;
    else if (char === ',') line.cells.push('');
    else {
      lines.push(line);
      line = { number, cells: [''] };
    }
  }
  if (isQuoted) return { unclosed: line.number };
  return [...lines, line];
}
