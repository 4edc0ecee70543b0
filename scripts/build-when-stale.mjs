import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT_BYTES_MAX = 64_000_000;

/** The service's build empties `dist` first, so it comes first and brings the dashboard's after it. */
const PARTS = [
  {
    what: 'service and dashboard',
    built: 'dist/src/main.js',
    sources: [
      'src',
      'simulator',
      'bench',
      'ormconfig.ts',
      'package.json',
      'tsconfig.json',
      'tsconfig.build.json',
    ],
    build: ['run', '--silent', 'build'],
  },
  {
    what: 'the dashboard',
    built: 'dist/dashboard/index.html',
    sources: ['src', 'build', 'index.html', 'package.json', 'vite.config.ts'].map(
      (path) => `dashboard/${path}`,
    ),
    build: ['run', '--silent', '--workspace', 'sandi-dashboard', 'build'],
  },
];

/** Builds what is older than its sources; ends the process when that fails. */
export function buildWhenStale() {
  for (const { what, built, sources, build } of PARTS) {
    if (!isStale(join(ROOT, built), sources)) continue;
    process.stdout.write(`Building ${what}…\n`);
    // Not straight to a terminal: there the builders draw their progress, thousands of lines of it.
    const { status, stdout, stderr } = spawnSync('npm', build, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: OUTPUT_BYTES_MAX,
      shell: process.platform === 'win32',
    });
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    if (status !== 0) process.exit(status ?? 1);
  }
}

function isStale(built, sources) {
  return (
    !existsSync(built) ||
    statSync(built).mtimeMs < Math.max(...sources.map((path) => newest(join(ROOT, path))))
  );
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildWhenStale();
