import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  'src',
  'simulator',
  'simulation',
  'ormconfig.ts',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
];
const BUILT = join(ROOT, 'dist', 'src', 'main.js');

/** Runs `npm run build` when a source is newer than what is built; ends the process when that fails. */
export function buildWhenStale() {
  if (
    existsSync(BUILT) &&
    statSync(BUILT).mtimeMs >= Math.max(...SOURCES.map((path) => newest(join(ROOT, path))))
  )
    return;
  process.stdout.write('Building…\n');
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWhenStale();
