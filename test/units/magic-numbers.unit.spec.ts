import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ERRORS } from '../../src/common/errors/index.js';
import { Phone } from '../../src/common/text/phone.rules.js';
import { Config } from '../../src/config/index.js';
import { type Course, type Failure, MAGIC_NUMBERS } from '../../src/otp/sandbox/magic-numbers.rules.js';

const STEP_SECONDS = new Config().TEST_STEP_SECONDS;

const code = (text: string) => `\`${text}\``;
const failing = (name: keyof typeof ERRORS) => `${ERRORS[name].status} ${code(name)}`;

const ANSWERS = {
  accepted: ['200', code('sent')],
  refused: [failing('gateway_error'), code('failed')],
  unknown: [failing('gateway_unknown'), code('pending')],
} as const;

/** The cells that a number's row begins with. */
function cellsOf(phone: string, does: Course | Failure): string[] {
  if (does.kind === 'failure') return [code(phone), failing(does.code)];
  const [answer, first] = ANSWERS[does.answer.kind];
  const later = does.steps.map(({ status, after }) => {
    const when = after === 0 ? 'at once' : `after ${after * STEP_SECONDS} s`;
    return `${when} ${code(status)}`;
  });
  return [code(phone), answer, [first, ...later].join(', ')];
}

it('docs/integrating.md lists every magic number with its answer and its course, and none that does not exist', () => {
  const text = readFileSync(new URL('../../docs/integrating.md', import.meta.url), 'utf8');
  const section = /\n## Test keys\n([^]*?)(?=\n## |$)/.exec(text)?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const told = rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const expected = [...MAGIC_NUMBERS].map(([phone, does]) => cellsOf(phone, does));
  expect(told.map((cells, i) => cells.slice(0, expected[i]?.length))).toEqual(expected);
});

it('magic numbers are canonical phones, each a number of its own', () => {
  for (const phone of MAGIC_NUMBERS.keys()) expect(Phone.parse(phone)?.reveal()).toBe(phone);
});
