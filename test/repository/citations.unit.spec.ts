import { describe, expect, it } from 'vitest';
import {
  brokenLinks,
  citedPaths,
  citedScripts,
  citedSymbols,
  DOCUMENTS,
  exists,
  FILES,
  pathsInComments,
  SCRIPTS,
  wordsOfCode,
} from './citations.js';

const SOURCES = FILES.filter((file) => /\.(?:tsx?|mjs|cjs)$/.test(file));

/** Names of other programs. */
const OF_OTHERS = new Set(['forwardRef', 'GOTRUE_HOOK_SEND_SMS_URI', 'AUTO_ID_CACHE']);

const missing =
  (cite: (file: string) => string[], isThere: (cited: string, file: string) => boolean) => (file: string) =>
    cite(file)
      .filter((cited) => !isThere(cited, file))
      .map((cited) => `${file}: ${cited}`);

const words = wordsOfCode();
/** Any variable that may be a secret can be a file. */
const isName = (name: string) =>
  [name, name.replace(/_FILE$/, '')].some((each) => words.has(each)) || OF_OTHERS.has(name);

describe('documents', () => {
  it('link to pages and headings that are there', () => {
    expect(DOCUMENTS.flatMap((file) => brokenLinks(file).map((link) => `${file}: ${link}`))).toEqual([]);
  });

  it('cite files that are there', () => {
    expect(DOCUMENTS.flatMap(missing(citedPaths, exists))).toEqual([]);
  });

  it('cite names that the code has', () => {
    expect(DOCUMENTS.flatMap(missing(citedSymbols, isName))).toEqual([]);
  });
});

describe('documents and comments', () => {
  it('have the reader run scripts that there are', () => {
    const isScript = (name: string) => SCRIPTS.has(name);
    expect([...DOCUMENTS, ...SOURCES].flatMap(missing(citedScripts, isScript))).toEqual([]);
  });
});

describe('comments', () => {
  it('cite files that are there', () => {
    expect(SOURCES.flatMap(missing(pathsInComments, exists))).toEqual([]);
  });

  it('cite names that the code has', () => {
    expect(SOURCES.flatMap(missing(citedSymbols, isName))).toEqual([]);
  });
});
