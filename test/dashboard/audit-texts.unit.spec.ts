import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src');
/** By its path: the imports of the dashboard are for its own configuration of TypeScript. */
const TEXTS = join(import.meta.dirname, '../../dashboard/src/i18n/messages/audit-detail.id.ts');

interface Texts {
  members: object;
  things: { one: object; whole: object };
}

const { detail } = (await import(TEXTS)) as { detail: Texts };

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
  .map((path) => readFileSync(join(SOURCE, path), 'utf8'))
  .filter((text) => /audit\s*\.record|subject: `/.test(text));

const found = (pattern: RegExp) =>
  new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, kind = '']) => kind)));

/** Is no target: the username of a login that is closed. */
const OTHER = 'left';

it('every target of an audit entry and every subject of an alert has a text', () => {
  const { one, whole } = detail.things;
  const kinds = found(/`([a-z_]+):\$\{/g);
  kinds.delete(OTHER);
  expect(kinds.size).toBeGreaterThan(10);
  expect([...kinds].filter((kind) => !(kind in one) && !(kind in whole))).toEqual([]);
  const wholes = found(/audit\.record\(tx, actor, [^,()]+, '([a-z_]+)'/g);
  expect(wholes).toContain('fraud');
  expect([...wholes].filter((kind) => !(kind in whole))).toEqual([]);
});

it('every detail that the source writes by name has a text', () => {
  const names = new Set(
    [...found(/audit\s*\.record(?:Own)?\([^;]*?\{ ([^{}]*) \}\)/g)].flatMap((members) =>
      [...members.matchAll(/(?:^|, )([a-z_]+)(?=,|:|$)/g)].map(([, name = '']) => name),
    ),
  );
  expect(names).toContain('spend_cap');
  expect([...names].filter((name) => !(name in detail.members))).toEqual([]);
});
