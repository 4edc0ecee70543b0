import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { requireProgram } from '../support/services/find-program.js';
import { ROOT } from './support/packed.js';

it.skipIf(requireProgram('php').kind === 'missing')('the PHP SDK passes tests of its own', () => {
  const run = spawnSync('php', ['tests/run.php'], {
    cwd: join(ROOT, 'sdk/php'),
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  expect(run.stderr).toBe('');
  expect(run.stdout).toMatch(/^\d+ tests passed\n$/);
});
