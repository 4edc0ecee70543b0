import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requireProgram } from '../support/services/find-program.js';
import { ROOT } from './support/packed.js';

it.skipIf(requireProgram('python').kind === 'missing')('the Python SDK passes tests of its own', () => {
  const run = spawnSync('python3', ['-m', 'unittest', 'discover', '-t', '.', '-s', 'tests'], {
    cwd: join(ROOT, 'sdk/python'),
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
    encoding: 'utf8',
  });
  expect(run.stderr).toMatch(/\nRan \d+ tests? [^]*\nOK\n/);
  expect(run.status).toBe(0);
});
