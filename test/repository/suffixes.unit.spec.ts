import { existsSync, readdirSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { expect, it } from 'vitest';
import { FAULTS, NIGHTLY_ON_MARIADB, OF_THE_DATABASE, ONCE, SLOW } from '../support/setup/lanes.js';
import { LONG } from '../support/setup/longest-first.js';

const ROOTS = ['src', 'simulator', 'bench', 'dashboard/src', 'dashboard/build', 'scripts', 'sdk', 'test'];
/** What the projects of vitest.config.ts include. */
const INCLUDED = [
  /^(?:src|simulator|bench|dashboard\/src|test)\/.*[.]unit[.]spec[.]ts$/,
  /^test\/.*[.](?:e2e|browser)[.]spec[.]ts$/,
  /^test\/(galera|group-replication)\/.*[.]\1[.]spec[.]ts$/,
];

it('every spec says by its suffix in which project it runs, and lies where that looks for it', () => {
  const specs = ROOTS.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?:[.-]spec|[.]test)[.][cm]?[jt]sx?$/.test(path))
      .map((path) => `${root}/${path}`),
  );
  expect(specs.length).toBeGreaterThan(200);
  expect(specs.filter((path) => !INCLUDED.some((pattern) => pattern.test(path)))).toEqual([]);
});

/** What belongs to no one room: kinds of proof, the people who use the service, and what tests stand on. */
const OF_THE_WHOLE = [
  'clusters',
  'examples',
  'faults',
  'fuzz',
  'galera',
  'group-replication',
  'instances',
  'model',
  'mysql',
  'operations',
  'outage',
].concat(['repository', 'sdk', 'simulator', 'support', 'tidb', 'upgrades']);
/** What no room of src is named after: gateways and answers that tests stand on. */
const STANDS = ['gateway/drivers/fakes', 'gateway/drivers/recorded', 'auth-hooks/recipes'];

it('a folder of tests is named like the room that it tests, at every depth', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
    (path) => extname(path) !== '',
  );
  const folders = [...new Set(files.map(dirname))];
  const ofRooms = folders.filter((path) => !OF_THE_WHOLE.includes(path.split('/')[0] ?? ''));
  expect(ofRooms.length).toBeGreaterThan(30);
  expect(ofRooms.filter((path) => !existsSync(join('src', path)) && !STANDS.includes(path))).toEqual([]);
});

it('every lane has specs', () => {
  const files = readdirSync('test', { recursive: true }).map((path) => `test/${String(path)}`);
  const patterns = [...FAULTS, ...NIGHTLY_ON_MARIADB, ...ONCE, ...OF_THE_DATABASE, ...SLOW].flatMap(
    alternatives,
  );
  const empty = patterns.filter((pattern) => {
    const [start = '', end = ''] = pattern.split(/(?:[*][*][/])?[*]+/);
    return !files.some((path) => path.startsWith(start) && path.endsWith(end));
  });
  expect(empty).toEqual([]);
});

function alternatives(pattern: string): string[] {
  const [braces, names = ''] = /\{(.*)\}/.exec(pattern) ?? [];
  return braces === undefined ? [pattern] : names.split(',').map((name) => pattern.replace(braces, name));
}

it('what starts first is there', () => {
  expect(LONG.filter((path) => !existsSync(path))).toEqual([]);
});
