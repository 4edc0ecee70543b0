import { expect, it } from 'vitest';
import { FILES } from './citations.js';
import { read } from './tables.js';

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:class|const|(?:const )?enum|function\*?|interface|let|type) (\w+)/gm;
const LISTED = /^export \{([^}]*)\};$/gm;
/** What another file has declared: only the face of a folder hands it on. */
const HANDED_ON = /^export (?:\*|(?:type )?\{[^}]*\}) from /gm;

const SOURCES = FILES.filter((file) => file.startsWith('src/') && file.endsWith('.ts'));

const firstGroups = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

function namesOf(file: string): Set<string> {
  const text = read(file);
  const lists = firstGroups(text, LISTED).flatMap((list) => firstGroups(list, /(\w+)\s*(?:,|$)/g));
  return new Set([...firstGroups(text, DECLARED), ...lists]);
}

it('every export of src is in a form that the next test reads, and none hands on what is not its own but an index.ts', () => {
  const unread = SOURCES.flatMap((file) => {
    const text = read(file).replaceAll(DECLARED, '').replaceAll(LISTED, '');
    const own = file.endsWith('/index.ts') ? text.replaceAll(HANDED_ON, '') : text;
    return firstGroups(own, /^(export\b.*)$/gm).map((line) => `${file}: ${line}`);
  });
  expect(unread).toEqual([]);
});

it('no two files of src export one name', () => {
  const homes = new Map<string, string[]>();
  for (const file of SOURCES)
    for (const name of namesOf(file)) homes.set(name, [...(homes.get(name) ?? []), file]);
  expect(homes.size).toBeGreaterThan(1000);
  const shared = [...homes].filter(([, files]) => files.length > 1);
  expect(shared.map(([name, files]) => `${name}: ${files.join(', ')}`)).toEqual([]);
});
