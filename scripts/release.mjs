// `npm run release -- 0.3.0`: cuts a release on a clean main. The version goes into every package.json and the lock
// file, what is Unreleased in CHANGELOG.md gets its heading, its build is kept for the tests of the next one
// (record-release.mjs), and all is committed and tagged; dist/release/ then holds its files. Nothing is pushed.
// `--no-signatures` leaves out the registry's signatures, for when it gives none; `--no-build` takes `dist` as it is.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const SIGNATURES_TIMEOUT_MS = 120_000;
const UNRELEASED = '## [Unreleased]\n';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'no-signatures': { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
});
const [version = ''] = positionals;
const changelog = readFileSync('CHANGELOG.md', 'utf8');

const problem = refusal();
if (problem) {
  process.stderr.write(`release: ${problem}\n`);
  process.exit(1);
}
if (!values['no-signatures']) run('npm', ['audit', 'signatures'], { timeout: SIGNATURES_TIMEOUT_MS });
writeVersion();
run(process.execPath, ['scripts/record-release.mjs', ...(values['no-build'] ? ['--no-build'] : [])]);
const notes = writeChangelog();
run('git', ['commit', '--quiet', '--all', '--message', `chore(release): ${version}`]);
run('git', [
  'tag',
  '--annotate',
  `v${version}`,
  '--cleanup=verbatim',
  '--message',
  `Sandi ${version}\n\n${notes}`,
]);
run(process.execPath, ['scripts/release-files.mjs']);
process.stdout.write(`Tagged v${version}. To publish: git push origin main v${version}\n`);

function refusal() {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return 'name the version: npm run release -- 0.3.0';
  const { version: last } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (!isNewer(version, last)) return `${version} is not newer than ${last}`;
  if (read('git', ['branch', '--show-current']) !== 'main') return 'releases are cut on main';
  if (read('git', ['status', '--porcelain']) !== '') return 'commit or put away what is changed first';
  if (read('git', ['tag', '--list', `v${version}`]) !== '') return `the tag v${version} is there already`;
  if (!changelog.includes(UNRELEASED)) return 'CHANGELOG.md has no heading [Unreleased]';
  if (unreleased() === '') return 'CHANGELOG.md has nothing under [Unreleased]';
}

function isNewer(next, last) {
  const [a, b] = [next, last].map((text) => text.split('.').map(Number));
  const at = a.findIndex((part, index) => part !== b[index]);
  return at >= 0 && a[at] > b[at];
}

/** By hand: `npm version` would reinstall every workspace. */
function writeVersion() {
  const { workspaces = [] } = edit('package.json', (manifest) => Object.assign(manifest, { version }));
  for (const workspace of workspaces)
    edit(`${workspace}/package.json`, (manifest) => Object.assign(manifest, { version }));
  edit('package-lock.json', (lock) => {
    for (const path of ['', ...workspaces]) lock.packages[path].version = version;
    return Object.assign(lock, { version });
  });
}

function edit(file, change) {
  const content = change(JSON.parse(readFileSync(file, 'utf8')));
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  return content;
}

/** What stands below the heading, up to the release before. */
function unreleased() {
  const below = changelog.slice(changelog.indexOf(UNRELEASED) + UNRELEASED.length);
  return below.split(/^## \[/m)[0].trim();
}

function writeChangelog() {
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync('CHANGELOG.md', changelog.replace(UNRELEASED, `${UNRELEASED}\n## [${version}] - ${today}\n`));
  return unreleased();
}

function run(program, args, options) {
  execFileSync(program, args, { stdio: 'inherit', ...options });
}

function read(program, args) {
  return execFileSync(program, args, { encoding: 'utf8' }).trim();
}
