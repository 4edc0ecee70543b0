import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

/** A file of the project. */
export const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');

/** The rows of every table of `text` between two headings (or to its end), their cells trimmed: those that name some code first, or begin as told. */
export function rows(text: string, from: string, to?: string, beginning = /^\| `/): string[][] {
  const start = text.indexOf(`\n${from}\n`);
  expect(start, `the heading "${from}"`).toBeGreaterThan(-1);
  const end = to === undefined ? text.length : text.indexOf(`\n${to}\n`, start);
  return text
    .slice(start, end)
    .split('\n')
    .filter((line) => beginning.test(line))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

/** `` `code` `` at the beginning of a cell. */
export const codeOf = (cell = '') => /^`([^`]+)`/.exec(cell)?.[1];

/** The anchors of a page: its headings, as GitHub names them, and those of old headings. */
export const anchorsOf = (markdown: string) => [
  ...[...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  ),
  ...[...markdown.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id),
];
