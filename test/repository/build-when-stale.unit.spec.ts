import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/services/temporary-folder.js';

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));
const OLD = new Date('2026-01-01');
const COMPILERS = ['typescript', '@types/node', 'vite'];

interface Install {
  /** Files of `dist`, older than the sources. */
  built: boolean;
  compilers: boolean;
  env?: Record<string, string>;
  dotEnv?: string;
}

/** Runs a program of an installation, as `npm run doctor` does; its build would write `built`. */
function run(program: string, { built, compilers, env = {}, dotEnv }: Install) {
  const folder = temporaryFolder('install');
  onTestFinished(() => folder.remove());
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), text);
  };
  cpSync(SCRIPTS, join(folder.path, 'scripts'), { recursive: true });
  const scripts = { build: 'echo built' };
  write('package.json', JSON.stringify({ type: 'module', scripts, workspaces: ['dashboard'] }));
  write('dashboard/package.json', JSON.stringify({ name: 'sandi-dashboard', scripts }));
  write('src/main.ts', '');
  if (dotEnv) write('.env', dotEnv);
  if (compilers) for (const name of COMPILERS) write(`node_modules/${name}/package.json`, '{}');
  write('program.mjs', 'console.log("the program ran");');
  if (built)
    for (const file of ['dist/src/main.js', 'dist/dashboard/index.html']) {
      write(file, '');
      utimesSync(join(folder.path, file), OLD, OLD);
    }
  const [file = '', ...args] = program.split(' ');
  const { PATH } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: folder.path,
    env: { PATH, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const COMMANDS = ['scripts/run.mjs program.mjs', 'scripts/build-when-stale.mjs'];
const PRODUCTION = { env: { NODE_ENV: 'production' } };

it.each(COMMANDS)('builds what is stale where it can: %s', (command) => {
  expect(run(command, { built: true, compilers: true })).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('built'),
  });
});

it.each([
  ['NODE_ENV=production', { compilers: true, ...PRODUCTION }],
  ['NODE_ENV=production in .env', { compilers: true, dotEnv: 'NODE_ENV=production\n' }],
  ['no compiler', { compilers: false }],
])('never builds, and runs what is built: %s', (_, install) => {
  const { status, stdout, stderr } = run('scripts/run.mjs program.mjs', { built: true, ...install });
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'the program ran\n' });
  expect(stderr).toContain('older than its sources, and is used as it is');
});

it.each(COMMANDS)('says what is missing where nothing is built and nothing can be: %s', (command) => {
  const production = run(command, { built: false, compilers: true, ...PRODUCTION });
  expect(production).toMatchObject({ status: 1, stdout: '' });
  expect(production.stderr).toBe(
    'dist/src/main.js is missing, and cannot be built here: NODE_ENV=production builds nothing. ' +
      'To build: `npm ci --include=dev && npm run build`.\n',
  );
  const pruned = run(command, { built: false, compilers: false });
  expect(pruned).toMatchObject({ status: 1, stdout: '' });
  expect(pruned.stderr).toContain('typescript-7 is not installed');
});
