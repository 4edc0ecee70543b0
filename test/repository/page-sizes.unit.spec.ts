import { expect, it } from 'vitest';
import { FILES } from './citations.js';
import { read } from './tables.js';

const KB = 1_000;
const sizeOf = (path: string) => Buffer.byteLength(read(path));
const PAGES = FILES.filter((path) => /^docs\/.*\.md$/.test(path));

it('the README fits on a few screens', () => {
  expect(sizeOf('README.md')).toBeLessThanOrEqual(7 * KB);
});

it('no page is longer than 32 kB', () => {
  expect(PAGES).toContain('docs/architecture.md');
  expect(PAGES.filter((path) => sizeOf(path) > 32 * KB)).toEqual([]);
});

it('performance and scaling together say what a reader decides by, in 20 kB', () => {
  expect(sizeOf('docs/performance.md') + sizeOf('docs/scaling.md')).toBeLessThanOrEqual(20 * KB);
});

it('all pages together have at most 400 kB', () => {
  expect(PAGES.reduce((sum, path) => sum + sizeOf(path), 0)).toBeLessThanOrEqual(400 * KB);
});
