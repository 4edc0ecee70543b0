import { expect, it } from 'vitest';
import { FILES } from './citations.js';
import { read, rows } from './tables.js';

const [, ...GLOSSARY] = rows(`\n${read('docs/glossary.md')}`, '# Glossary', undefined, /^\| [^-]/);
const UNWANTED = GLOSSARY.flatMap(([, , not = '']) => not.split(', ')).filter((word) => word !== '');

/** What is promised to the letter stays as it is. */
const PROMISED = rows(`\n${read('docs/contract.md')}`, '# The contract').map(([, , message = '']) => message);

const SOURCES = FILES.filter((path) => /^src\/.*(?<!\.spec)\.ts$/.test(path));

it('errors, remedies and mails speak as the dashboard does, but where another word is promised', () => {
  expect(UNWANTED).toContain('nama perusahaan');
  expect(SOURCES).toContain('src/platform/errors/errors.ts');
  const unwanted = new RegExp(`(?<![\\p{L}])(?:${UNWANTED.join('|')})(?![\\p{L}])`, 'iu');
  const found = SOURCES.flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => unwanted.test(line) && !PROMISED.some((message) => line.includes(`'${message}'`)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
