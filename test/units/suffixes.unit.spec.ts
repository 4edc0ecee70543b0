import { existsSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FAULTS, LONG_FOR_LITTLE, OF_THE_DATABASE, ONCE } from '../support/setup/lanes.js';
import { LONG } from '../support/setup/longest-first.js';

const ROOTS = ['src', 'simulator', 'bench', 'dashboard/src', 'dashboard/build', 'scripts', 'sdk', 'test'];
/** What the projects of vitest.config.ts include. */
const INCLUDED = [
  /^(?:src|simulator|bench|dashboard\/src|test)\/.*[.]unit[.]spec[.]ts$/,
  /^test\/.*[.](?:e2e|browser)[.]spec[.]ts$/,
  /^test\/galera\/.*[.]galera[.]spec[.]ts$/,
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
  'examples',
  'faults',
  'fuzz',
  'galera',
  'instances',
  'model',
  'mysql',
  'operations',
  'outage',
].concat(['properties', 'sdk', 'simulator', 'support', 'units', 'upgrades', 'admin']);

const foldersIn = (root: string) =>
  readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

it('a folder of tests is named like the room that it tests', () => {
  const rooms = [...foldersIn('src'), ...OF_THE_WHOLE];
  expect(foldersIn('test').filter((name) => !rooms.includes(name))).toEqual([]);
  expect(foldersIn('test/common').filter((name) => !foldersIn('src/common').includes(name))).toEqual([]);
  expect(foldersIn('test/webhook').filter((name) => !foldersIn('src/webhook').includes(name))).toEqual([]);
});

it('every lane has specs', () => {
  const files = readdirSync('test', { recursive: true }).map((path) => `test/${String(path)}`);
  const empty = [...FAULTS, ...ONCE, ...OF_THE_DATABASE, ...LONG_FOR_LITTLE].filter((pattern) => {
    const [start = '', end = ''] = pattern.split(/(?:[*][*][/])?[*]+/);
    return !files.some((path) => path.startsWith(start) && path.endsWith(end));
  });
  expect(empty).toEqual([]);
});

it('what starts first is there', () => {
  expect(LONG.filter((path) => !existsSync(path))).toEqual([]);
});
