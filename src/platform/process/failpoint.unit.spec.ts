import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../..', import.meta.url));
/** The module as JavaScript, with two passes of `tx.begin` behind it: a program for `node -e`. */
const PROGRAM =
  transpileModule(readFileSync(join(SRC, 'platform/process/failpoint.ts'), 'utf8'), {
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2023 },
  }).outputText + "\nfailpoint('tx.begin'); failpoint('tx.begin');";

/** How a process ends that passes the failpoint `tx.begin` twice. */
function endOf(env: Record<string, string>): string {
  const { status, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return signal ?? `exit ${status}`;
}

describe('failpoints', () => {
  it.each<[string, Record<string, string>, string]>([
    ['the named one kills the process', { NODE_ENV: 'test', FAILPOINT: 'tx.begin' }, 'SIGKILL'],
    ['at the pass that was asked for', { NODE_ENV: 'test', FAILPOINT: 'tx.begin:2' }, 'SIGKILL'],
    ['and not before', { NODE_ENV: 'test', FAILPOINT: 'tx.begin:3' }, 'exit 0'],
    ['another one does not', { NODE_ENV: 'test', FAILPOINT: 'tx.commit' }, 'exit 0'],
    ['nor does any while held', { NODE_ENV: 'test', FAILPOINT: 'tx.begin', FAILPOINT_HOLD: '1' }, 'exit 0'],
    ['nor in production', { NODE_ENV: 'production', FAILPOINT: 'tx.begin' }, 'exit 0'],
    ['nor where NODE_ENV is not set', { FAILPOINT: 'tx.begin' }, 'exit 0'],
    ['nor without FAILPOINT', { NODE_ENV: 'test' }, 'exit 0'],
  ])('%s', (_, env, end) => {
    expect(endOf(env)).toBe(end);
  });
});
