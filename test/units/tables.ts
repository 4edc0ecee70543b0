import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

/** A file of the project. */
export const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/** The rows of every table of `text` that lie between two headings (or to its end), their cells trimmed. */
export function rows(text: string, from: string, to?: string): string[][] {
  const start = text.indexOf(`\n${from}\n`);
  expect(start, `the heading "${from}"`).toBeGreaterThan(-1);
  const end = to === undefined ? text.length : text.indexOf(`\n${to}\n`, start);
  return text
    .slice(start, end)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

/** `` `code` `` at the beginning of a cell. */
export const codeOf = (cell = '') => /^`([^`]+)`/.exec(cell)?.[1];
