import { expect, it } from 'vitest';
import { FILES } from './citations.js';
import { read } from './tables.js';

/**
 * Retired words and phrases, and what to write instead. They match as whole words in any case, also inside identifiers
 * and across line breaks.
 */
const RETIRED: Readonly<Record<string, string>> = {
  afresh: 'again',
  amiss: 'wrong',
  anew: 'again',
  arrows: 'dependencies',
  'at the boot': 'at startup',
  'comes again': 'retries',
  courier: 'webhook sender',
  'give back': 'release, or return',
  house: 'project',
  'is asked': 'the active voice',
  'is powder': 'the name of the condition',
  'is told': 'receives',
  journal: 'message store',
  'kept answer': 'stored response',
  lest: 'so that it does not',
  mend: 'fix',
  mended: 'fixed',
  'nobody wants': 'who rejects it',
  rooms: 'modules',
  seat: 'worker id',
  'send uncounted': 'the name of the condition',
  showcase: 'auth hero',
  survey: 'lock and read',
  'takes away': 'removes',
  tallies: 'time-bucket counters',
  tally: 'time-bucket counter',
  'tells too much': 'the name of the condition',
  unheard: 'unacknowledged',
  verdict: 'decision',
  whereabouts: 'location',
  whoever: 'a noun, or anyone who',
  'with rest': 'lazy page',
};

/** Files where a word is right, with the reason. */
const EXCEPTIONS: readonly { word: string; files: RegExp; why: string }[] = [
  { word: 'unheard', files: /devices|health-card|delivery-record|device-view/, why: 'a value of the API' },
  { word: 'verdict', files: /gateway\/device[.]entities/, why: 'a column' },
  { word: 'tallies', files: /time-counter|leak\/kinds|docs\/privacy/, why: 'a table' },
  { word: 'tallies', files: /docs\/monitoring/, why: 'a line of the log' },
  { word: 'courier', files: /auth-servers|hooks[.]controller/, why: 'a setting of Ory Kratos' },
  {
    word: 'journal',
    files: /misspelled-variables|database\/options/,
    why: 'variables of systemd, a mode of SQLite',
  },
  { word: 'is asked', files: /sdk\/vectors\/service/, why: 'the name of a test vector' },
];

const SCOPE =
  /^(?:(?:src|dashboard\/src|sdk|docs)\/.*\.(?:tsx?|mjs|js|json|css|md|php|py)|README\.md|CONTRIBUTING\.md)$/;
/** What released migrations do is never changed; the other files are generated. */
const LEFT_OUT = /^src\/migrations\/|^dashboard\/src\/api\/schema\.d\.ts$/;

/** The words of a file in one line: identifiers split at their capitals, comments without their marks. */
const wordsOf = (path: string) =>
  read(path)
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll(/[\s/*_#-]+/g, ' ');

const PATTERNS = Object.keys(RETIRED).map(
  (word) => [word, new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'iu')] as const,
);

const mayHave = (path: string, word: string) =>
  EXCEPTIONS.some((exception) => exception.word === word && exception.files.test(path));

it('names, comments and pages use none of the retired words', () => {
  const paths = FILES.filter((path) => SCOPE.test(path) && !LEFT_OUT.test(path));
  expect(paths).toContain('src/platform/errors/errors.ts');
  const found = paths.flatMap((path) => {
    const words = wordsOf(path);
    return PATTERNS.filter(([word, pattern]) => !mayHave(path, word) && pattern.test(words)).map(
      ([word]) => `${path}: "${word}", write ${RETIRED[word]}`,
    );
  });
  expect(found).toEqual([]);
});
