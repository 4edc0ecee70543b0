import { expect, it } from 'vitest';
import { FILES } from './citations.js';
import { read } from './tables.js';

/**
 * Retired words and phrases, and what to write instead. They match as whole words in any case, also inside identifiers, and across line breaks.
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
  // EXCEPTIONS
  { word: 'unheard', files: /^src\/gateway\//, why: 'a value of the API' },
  { word: 'verdict', files: /^src\/gateway\/pool\/device-probe[.]entity/, why: 'a column' },
];

/** Words that an area still has. Remove an entry once the area is clean; never add one. */
const REMAINING: Readonly<Record<string, readonly string[]>> = {
  'CONTRIBUTING.md': ['journal'],
  dashboard: [
    'afresh',
    'amiss',
    'anew',
    'arrows',
    'is asked',
    'is told',
    'mended',
    'showcase',
    'unheard',
    'verdict',
    'whereabouts',
    'whoever',
    'with rest',
  ],
  docs: [
    'courier',
    'give back',
    'is asked',
    'is told',
    'journal',
    'kept answer',
    'mend',
    'rooms',
    'survey',
    'tallies',
    'unheard',
    'verdict',
    'whoever',
  ],
  'sdk/README.md': ['give back'],
  'sdk/php': ['anew', 'is told'],
  'sdk/python': ['anew'],
  'sdk/vectors': ['is asked'],
  'src/auth': ['is asked', 'is told', 'mend', 'verdict', 'whoever'],
  'src/auth-hooks': ['courier', 'is told', 'mend', 'whoever'],
  'src/config': ['is asked', 'is told', 'journal', 'mend', 'whoever'],
  'src/credit': ['is told', 'whoever'],
  'src/history': ['is asked', 'whoever'],
  'src/operations': ['mend', 'tallies', 'tally'],
  'src/otp': [
    'anew',
    'give back',
    'is asked',
    'is told',
    'journal',
    'kept answer',
    'mended',
    'nobody wants',
    'send uncounted',
    'survey',
    'tallies',
    'tally',
    'tells too much',
    'verdict',
    'whoever',
  ],
  'src/platform': [
    'afresh',
    'anew',
    'give back',
    'is asked',
    'is powder',
    'is told',
    'journal',
    'kept answer',
    'mend',
    'seat',
    'tallies',
    'tally',
    'whoever',
  ],
  'src/users': ['whoever'],
  'src/webhook': ['tallies', 'tally'],
};

const SCOPE =
  /^(?:(?:src|dashboard\/src|sdk|docs)\/.*\.(?:tsx?|mjs|js|json|css|md|php|py)|README\.md|CONTRIBUTING\.md)$/;
/** What released migrations do is never changed; the other files are generated. */
const LEFT_OUT = /^src\/migrations\/|^dashboard\/src\/api\/schema\.d\.ts$/;

/** The words of a file in one line: identifiers split at their capitals, comments without their marks. */
const wordsOf = (path: string) =>
  read(path)
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replaceAll(/[\s/*_#-]+/g, ' ');

/** `src/otp`, `docs`, `README.md`. */
const areaOf = (path: string) => (/^(?:src|sdk)\/[^/]+|^[^/]+/.exec(path) ?? [''])[0];

const PATTERNS = Object.keys(RETIRED).map(
  (word) => [word, new RegExp(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'iu')] as const,
);

const mayHave = (path: string, word: string) =>
  REMAINING[areaOf(path)]?.includes(word) === true ||
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
