import { type ErrorCode, ERRORS } from '../../platform/errors/index.js';
import { type Failure, MAGIC_NUMBERS, type Scenario } from './magic-numbers.rules.js';

const code = (text: string) => `\`${text}\``;
const failing = (name: ErrorCode) => `${ERRORS[name].status} ${code(name)}`;

const ANSWERS = {
  accepted: ['200', code('sent')],
  refused: [failing('gateway_error'), code('failed')],
  unknown: [failing('gateway_unknown'), code('pending')],
} as const;

/** Number, response and statuses of a magic number; `late` writes the time of a later status. */
export function cellsOf(phone: string, does: Scenario | Failure, late: (steps: number) => string): string[] {
  if (does.kind === 'failure') return [code(phone), failing(does.code), ''];
  const [answer, first] = ANSWERS[does.answer.kind];
  const later = does.steps.map(
    ({ status, after }) => `${after === 0 ? 'at once' : late(after)} ${code(status)}`,
  );
  return [code(phone), answer, [first, ...later].join(', ')];
}

/** All magic numbers as a table in Markdown. */
export function magicNumbersTable(): string {
  const rows = [...MAGIC_NUMBERS].map(([phone, does]) => cellsOf(phone, does, () => 'later'));
  return [['Phone', 'Answer', 'Status'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
