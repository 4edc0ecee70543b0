import { expect, it } from 'vitest';
import { acceptedLanguage } from './language.js';

it.each([
  [undefined, 'id'],
  ['', 'id'],
  ['*', 'id'],
  ['*;q=0.5', 'id'],
  ['fr', 'id'],
  ['de-DE, fr;q=0.8', 'id'],
  ['nonsense;;;,=', 'id'],
  ['id', 'id'],
  ['id-ID,id;q=0.9,en-US;q=0.8,en;q=0.7', 'id'],
  ['in, en;q=0.5', 'id'],
  ['en', 'en'],
  ['EN', 'en'],
  ['en-US', 'en'],
  ['en-GB-oxendict', 'en'],
  ['en-US,en;q=0.9,id;q=0.8', 'en'],
  ['fr, en;q=0.5', 'en'],
  ['fr-FR,fr;q=0.9,en;q=0.1', 'en'],
  ['en;q=0.5, id;q=0.9', 'id'],
  ['id;q=0.5, en;q=0.9', 'en'],
  ['id ; q=0.2 , en ; q=0.3', 'en'],
  ['en;q=0', 'id'],
  ['en;q=0, *', 'id'],
  ['id;q=0, *', 'en'],
  ['id;q=0, en', 'en'],
  ['en;q=0.5, *;q=0.1', 'en'],
  ['en;q=0.5, *;q=0.8', 'id'],
  ['en, *', 'en'],
  ['en, *;q=0.5', 'en'],
  ['*, en', 'en'],
  ['en, id', 'en'],
  ['id, en', 'id'],
  ['en;q=bad, id;q=0.1', 'id'],
  ['en;q=2', 'id'],
  ['english', 'id'],
  ['eng', 'id'],
  ['en;q=0.001', 'en'],
])('%j asks for %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));

it('reads a long header in bounded time', () => {
  expect(acceptedLanguage(`${'fr,'.repeat(5_000)}en`)).toBe('id');
});
