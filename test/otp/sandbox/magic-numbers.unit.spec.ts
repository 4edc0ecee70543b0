import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Config } from '../../../src/config/index.js';
import { cellsOf, MAGIC_NUMBERS } from '../../../src/otp/sandbox/magic-numbers.rules.js';
import { Phone } from '../../../src/platform/text/phone.rules.js';

const STEP_SECONDS = new Config().TEST_STEP_SECONDS;

it('docs/quick-start.md lists every magic number with its response and its statuses, and no other number', () => {
  const text = readFileSync(new URL('../../../docs/quick-start.md', import.meta.url), 'utf8');
  const section = /\n## Test keys\n([^]*?)(?=\n## |$)/.exec(text)?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const told = rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const late = (steps: number) => `after ${steps * STEP_SECONDS} s`;
  const expected = [...MAGIC_NUMBERS].map(([phone, does]) => cellsOf(phone, does, late).filter(Boolean));
  expect(told.map((cells, i) => cells.slice(0, expected[i]?.length))).toEqual(expected);
});

it('magic numbers are canonical phones, each a number of its own', () => {
  for (const phone of MAGIC_NUMBERS.keys()) expect(Phone.parse(phone)?.reveal()).toBe(phone);
});
