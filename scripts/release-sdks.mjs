// `npm run release:sdks`: packs the SDKs into dist/release/: a tarball for npm, a wheel for PyPI, and a zip of the PHP
// sources for Composer, with their checksums in SHA256SUMS.sdks. pip fetches setuptools to build the wheel.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const FOLDER = resolve('dist', 'release');
mkdirSync(FOLDER, { recursive: true });
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const before = new Set(readdirSync(FOLDER));

run('npm', ['pack', '--silent', '--pack-destination', FOLDER], join('sdk', 'typescript'));
// A copy: setuptools builds beside the sources.
const python = mkdtempSync(join(tmpdir(), 'sandi-sdk-'));
cpSync(join('sdk', 'python'), python, { recursive: true });
run('python3', ['-m', 'pip', 'wheel', '--quiet', '--no-deps', '--wheel-dir', FOLDER, python]);
rmSync(python, { recursive: true });
run('git', [
  'archive',
  '--format=zip',
  `--output=${join(FOLDER, `sandi-sdk-php-${version}.zip`)}`,
  'HEAD:sdk/php',
]);

const packed = readdirSync(FOLDER).filter((name) => !before.has(name));
const sha256 = (name) =>
  createHash('sha256')
    .update(readFileSync(join(FOLDER, name)))
    .digest('hex');
writeFileSync(join(FOLDER, 'SHA256SUMS.sdks'), packed.map((name) => `${sha256(name)}  ${name}\n`).join(''));
process.stdout.write(`dist/release: ${packed.join(', ')}, SHA256SUMS.sdks\n`);

function run(program, args, cwd = '.') {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
