import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECORD = 'test/upgrades/previous-release.json.br';
const FILES = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  'scripts',
  'dashboard/package.json',
  '.npmrc',
  RECORD,
];
const IDENTITY = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Someone'],
    [`GIT_${who}_EMAIL`, 'someone@example.com'],
  ]),
);
const env = { ...process.env, ...IDENTITY, GIT_CONFIG_GLOBAL: '/dev/null' };

let folder = '';
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim();
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const json = <T>(path: string) => JSON.parse(read(path)) as T;
const release = (version: string) =>
  spawnSync(process.execPath, ['scripts/release.mjs', version, '--no-signatures', '--no-build'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });

/** What cutting a release reads, as a repository of its own. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandi-release-'));
  for (const file of FILES) cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  writeFileSync(join(folder, '.gitignore'), 'dist/\n');
  // What a build of it may be.
  mkdirSync(join(folder, 'dist/src/platform'), { recursive: true });
  writeFileSync(
    join(folder, 'dist/ormconfig.js'),
    'export const schema = { migrations: [class First1 {}, class Next2 {}] };\n//# sourceMappingURL=ormconfig.js.map\n',
  );
  writeFileSync(join(folder, 'dist/src/platform/clock.js'), 'export const now = 1;\n');
  writeFileSync(join(folder, 'dist/src/platform/clock.js.map'), '{}');
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Something.\n',
  );
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'start');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run release', () => {
  it('refuses what is not a newer version, and changes that are not committed', () => {
    expect(release('0.1')).toMatchObject({ status: 1, stderr: expect.stringContaining('name the version') });
    expect(release('0.0.9')).toMatchObject({ status: 1, stderr: expect.stringContaining('not newer') });
    writeFileSync(join(folder, 'stray'), '');
    expect(release('9.8.7')).toMatchObject({ status: 1, stderr: expect.stringContaining('commit') });
    rmSync(join(folder, 'stray'));
    expect(git('tag')).toBe('');
  });

  it('writes version, changelog, tag, archive, SBOM, provenance and checksums', () => {
    const { status, stderr } = release('9.8.7');
    expect(status, stderr).toBe(0);

    expect(json<{ version: string }>('package.json').version).toBe('9.8.7');
    expect(json<{ version: string }>('dashboard/package.json').version).toBe('9.8.7');
    expect(json<{ version: string }>('package-lock.json').version).toBe('9.8.7');
    expect(read('CHANGELOG.md')).toMatch(
      /## \[Unreleased\]\n\n## \[9\.8\.7\] - \d{4}-\d\d-\d\d\n\n### Added/,
    );
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag', '--list', '--format=%(contents)', 'v9.8.7')).toContain('### Added\n\n- Something.');

    // coreutils' own judgement of the sums
    const sums = { cwd: join(folder, 'dist/release'), encoding: 'utf8' } as const;
    expect(
      execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], sums).match(/: OK$/gm),
    ).toHaveLength(3);
  });

  it('keeps its build in the commit, for the tests that run it beside the next release', () => {
    const record = execFileSync('git', ['show', `v9.8.7:${RECORD}`], { cwd: folder });
    const { version, migrations, files } = JSON.parse(brotliDecompressSync(record).toString()) as {
      version: string;
      migrations: string[];
      files: Record<string, string>;
    };
    expect([version, migrations]).toEqual(['9.8.7', ['First1', 'Next2']]);
    expect(Object.keys(files)).toEqual(['package.json', 'dist/ormconfig.js', 'dist/src/platform/clock.js']);
    expect(files['dist/src/platform/clock.js']).toBe('export const now = 1;\n');
    expect(files['dist/ormconfig.js']).not.toContain('sourceMappingURL');
  });

  it('lists every package of the lock file', () => {
    const bom = json<{ components: { purl: string }[]; metadata: { component: { name: string } } }>(
      'dist/release/sandi-9.8.7.cdx.json',
    );
    const { packages } = json<{
      packages: Record<string, { name?: string; version?: string; link?: boolean }>;
    }>('package-lock.json');
    const locked = Object.entries(packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && !link)
      .map(([path, { name = path.split('node_modules/').at(-1), version = '' }]) =>
        [name?.replace('@', '%40'), version].join('@'),
      );
    expect(bom.metadata.component.name).toBe('sandi');
    expect(locked.length).toBeGreaterThan(300);
    expect(bom.components.map(({ purl }) => purl)).toEqual(
      expect.arrayContaining([...new Set(locked)].map((name) => `pkg:npm/${name}`)),
    );
  });

  it('says which commit the archive was made of', () => {
    const statement = json<{
      subject: [{ name: string; digest: { sha256: string } }];
      predicate: { buildDefinition: { resolvedDependencies: [{ digest: { gitCommit: string } }] } };
    }>('dist/release/sandi-9.8.7.provenance.json');
    const [{ name, digest }] = statement.subject;
    const again = execFileSync('git', ['archive', '--format=tar.gz', '--prefix=sandi-9.8.7/', 'v9.8.7'], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(name).toBe('sandi-9.8.7.tar.gz');
    expect(digest.sha256).toBe(createHash('sha256').update(again).digest('hex'));
    const [{ digest: commit }] = statement.predicate.buildDefinition.resolvedDependencies;
    expect(commit.gitCommit).toBe(git('rev-parse', 'HEAD'));
  });

  it('refuses the same version again', () => {
    expect(release('9.8.7').status).toBe(1);
  });
});
