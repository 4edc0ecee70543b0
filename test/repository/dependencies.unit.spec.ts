import { readFileSync } from 'node:fs';
import semver from 'semver';
import { describe, expect, it } from 'vitest';

interface Entry {
  version?: string;
  optional?: boolean;
  engines?: { node?: string };
  hasInstallScript?: boolean;
  gypfile?: boolean;
  resolved?: string;
}

const readJson = <T>(path: string) =>
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as T;
const packagesOf = (lockFile: string) =>
  Object.entries(readJson<{ packages: Record<string, Entry> }>(lockFile).packages);

const LOCK_FILES = ['package-lock.json', 'tools/openapi/package-lock.json', 'tools/python/package-lock.json'];
/** The lowest version of each line that `engines` promises. */
const OLDEST = ['20.19.0', '22.13.0', '24.11.0', '26.0.0'];

describe('a fresh `npm ci`', () => {
  it.each(LOCK_FILES)('warns of no version of Node.js that we support: %s', (lockFile) => {
    const misfits = packagesOf(lockFile).flatMap(([path, { version, optional, engines }]) =>
      OLDEST.filter(
        // npm skips an optional package that does not fit, without a word.
        (node) => !optional && engines?.node !== undefined && !semver.satisfies(node, engines.node),
      ).map((node) => `${path} ${version}: ${node}`),
    );
    expect(misfits).toEqual([]);
  });

  it('compiles nothing on Node.js 22 and newer', () => {
    const packages = new Map(packagesOf('package-lock.json'));
    const withScripts = [...packages].filter(([, { hasInstallScript }]) => hasInstallScript);
    // scarf only counts downloads, and is denied by allowScripts.
    expect(withScripts.map(([path]) => path)).toEqual([
      'node_modules/@scarf/scarf',
      'node_modules/better-sqlite3',
    ]);
    // npm takes 12 with the package that wants it, which only Node.js 20 matches.
    expect(packages.get('node_modules/sqlite-node20')).toMatchObject({
      optional: true,
      engines: { node: '20.x' },
    });
    expect(packages.get('node_modules/better-sqlite3')).toMatchObject({ optional: true });
    // Without it npm of Node.js 20 copies nothing but a link, and installs 12 everywhere.
    expect(readFileSync(new URL('../../.npmrc', import.meta.url), 'utf8')).toContain('install-links=true\n');
  });

  it('does not call node-gyp for the library that brings its binaries', () => {
    const packages = new Map(packagesOf('package-lock.json'));
    const { gypfile } = packages.get('node_modules/better-sqlite3-13') ?? {};
    const how =
      'npm install has dropped it: add "gypfile": false to node_modules/better-sqlite3-13 in package-lock.json';
    expect(gypfile, how).toBe(false);
  });

  it('names no registry', () => {
    for (const lockFile of LOCK_FILES)
      for (const [path, { resolved = '' }] of packagesOf(lockFile))
        expect(resolved, path).not.toMatch(/^https?:/);
  });
});
