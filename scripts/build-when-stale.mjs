import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDotEnv } from './dot-env.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { resolve } = createRequire(import.meta.url);
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
    needs: ['typescript-7/package.json', '@types/node/package.json', 'vite/package.json'],
  },
  {
    what: 'the dashboard',
    built: 'dist/dashboard/index.html',
    sources: ['src', 'build', 'index.html', 'package.json', 'vite.config.ts'].map(
      (path) => `dashboard/${path}`,
    ),
    build: ['run', '--silent', '--workspace', 'sandi-dashboard', 'build'],
    needs: ['vite/package.json'],
  },
];

/**
 * Builds what is older than its sources; ends the process when that fails. In production, and where the compiler is not
 * installed, it builds nothing: an older build runs with a warning, and a missing one ends the process.
 */
export function buildWhenStale() {
  for (const { what, built, sources, build, needs } of PARTS) {
    if (!isStale(join(ROOT, built), sources)) continue;
    const obstacle = obstacleTo(needs);
    if (obstacle !== undefined) {
      runAsBuilt(built, obstacle);
      continue;
    }
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

/** Why nothing can be built here. */
function obstacleTo(needs) {
  if (process.env.NODE_ENV === 'production') return 'NODE_ENV=production builds nothing';
  const missing = needs.find((file) => !isInstalled(file));
  return missing && `${missing.replace('/package.json', '')} is not installed`;
}

function isInstalled(file) {
  try {
    resolve(file);
    return true;
  } catch {
    return false;
  }
}

function runAsBuilt(built, obstacle) {
  const isThere = existsSync(join(ROOT, built));
  process.stderr.write(
    (isThere
      ? `${built} is older than its sources, and is used as it is`
      : `${built} is missing, and cannot be built here`) +
      `: ${obstacle}. To build: \`npm ci --include=dev && npm run build\`.\n`,
  );
  if (!isThere) process.exit(1);
}

function isStale(built, sources) {
  return (
    !existsSync(built) ||
    statSync(built).mtimeMs < Math.max(...sources.map((path) => newest(join(ROOT, path))))
  );
}

/** 0 where it is not there: an image has no sources. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  readDotEnv();
  buildWhenStale();
}
