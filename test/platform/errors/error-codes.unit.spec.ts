import { expect, it } from 'vitest';
import {
  type ErrorCode,
  ERRORS,
  type ErrorSpec,
  MEANINGS,
  REMEDIES,
  REMEDY_OF,
} from '../../../src/platform/errors/index.js';
import { read } from '../../repository/tables.js';

/** The headings, by the first code of each: the order of the codes is that of the table of errors. */
const HEADINGS: Partial<Record<ErrorCode, string>> = {
  malformed_json: 'Every request',
  idempotency_key_invalid: 'Idempotency keys',
  api_key_missing: 'Credentials',
  username_invalid: 'Accounts',
  phone_invalid: 'Sending',
  hook_unavailable: 'Hooks of auth servers',
  check_limited: 'Checks and verifications',
  signature_invalid: 'Callbacks of gateways',
  webhook_url_invalid: 'Webhook endpoints',
  view_read_only: 'Administration and top-ups',
};
const START = '<!-- npm run docs writes what follows. -->\n';

/** Actions of several codes, by the word that stands for them in the tables. */
const WORDS: Partial<Record<keyof typeof REMEDIES, string>> = {
  request: 'Fix',
  later: 'Retry',
  lasting: 'Wait',
  key: 'Check the key',
};

it('docs/errors.md has the codes that `npm run docs` writes', () => {
  const [byHand = ''] = read('docs/errors.md').split(START);
  return expect(`${byHand}${START}\n${actions()}\n\n${errorTables()}`).toMatchFileSnapshot(
    '../../../docs/errors.md',
  );
});

const actions = () =>
  (Object.keys(WORDS) as (keyof typeof REMEDIES)[])
    .map((remedy) => `- **${WORDS[remedy]}**: ${REMEDIES[remedy].en}`)
    .join('\n');

function errorTables(): string {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  const starts = codes.flatMap((code, at) => (HEADINGS[code] ? [at] : []));
  expect(starts).toHaveLength(Object.keys(HEADINGS).length);
  expect(starts[0]).toBe(0);
  const groups = starts.map((from, i) => codes.slice(from, starts[i + 1]));
  return groups.map((group) => `### ${HEADINGS[group[0] ?? 'not_found']}\n\n${tableOf(group)}\n`).join('\n');
}

/** The column of actions is for the codes of API keys. */
function tableOf(codes: ErrorCode[]): string {
  const hasActions = codes.some((code) => REMEDY_OF[code]);
  const rows = codes.map((code) => {
    const { status, headers }: ErrorSpec = ERRORS[code];
    const wait = headers?.['retry-after'];
    const meaning = wait ? `${MEANINGS[code]} \`Retry-After\`: ${wait}.` : MEANINGS[code];
    const remedy = REMEDY_OF[code];
    return [
      `\`${code}\``,
      String(status),
      meaning,
      ...(hasActions ? [remedy ? (WORDS[remedy] ?? REMEDIES[remedy].en) : ''] : []),
    ];
  });
  const titles = ['Code', 'HTTP', 'Meaning', ...(hasActions ? ['Action'] : [])];
  const lines = [titles, titles.map(() => '-'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`.replace('|  |', '| |')).join('\n');
}
