import { describe, expect, it } from 'vitest';
import { FILES } from './citations.js';
import { read, rows } from './tables.js';

const { DEPENDENCIES } = (await import(new URL('../../.dependency-cruiser.mjs', import.meta.url).href)) as {
  DEPENDENCIES: Record<string, string[]>;
};

const codesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('CONTRIBUTING.md', () => {
  it('has a row for every module, with what it may import', () => {
    const told = rows(read('CONTRIBUTING.md'), '## Modules', '## Code style')
      .map(([module, , imports]) => [/^`src\/(.+)`$/.exec(module ?? '')?.[1], codesIn(imports)] as const)
      .flatMap(([module, imports]) =>
        module ? [[module, imports.filter((code) => code in DEPENDENCIES).toSorted()]] : [],
      );
    const dependencies = Object.entries(DEPENDENCIES).map(([module, imports]) => [
      module,
      imports.toSorted(),
    ]);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(dependencies));
  });
});

describe('docs/decisions', () => {
  const pages = FILES.filter((file) => /^docs\/decisions\/\d{4}-.*\.md$/.test(file));
  const STATUS =
    /^(?:Replaced on \d{4}-\d\d-\d\d by \[.*\)\. )?Decided \d{4}-\d\d-\d\d(?:, changed \d{4}-\d\d-\d\d)?\.$/;

  it('each begin with a number, a title and their date', () => {
    for (const page of pages) {
      const [title = '', , status = ''] = read(page).split('\n');
      expect(Number(/^# (\d+)\. \S/.exec(title)?.[1]), page).toBe(Number(/\d{4}/.exec(page)?.[0]));
      expect(status, page).toMatch(STATUS);
    }
  });

  it('fit on one screen each', () => {
    const tooLong = pages.filter((page) => {
      const text = read(page);
      return text.split('\n').length > 61 || Buffer.byteLength(text) > 4_500;
    });
    expect(tooLong).toEqual([]);
  });

  it('are in the index once, by their title', () => {
    const index = read('docs/decisions/README.md');
    const listed = [...index.matchAll(/^- (\d+: \[.*\]\([^)]*\))/gm)].map(([, line]) => line);
    const expected = pages.map((page) => {
      const [, number, title] = /^# (\d+)\. (.*)\n/.exec(read(page)) ?? [];
      return `${number}: [${title}](${page.replace('docs/decisions/', '')})`;
    });
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });
});
