import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { SqliteLock } from '../../../src/platform/database/sqlite-lock.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/services/temporary-folder.js';

const IN_USE = 'is in use by another Sandi process';

let folder: TemporaryFolder;
let file: string;
let other: string;
beforeEach(() => {
  folder = temporaryFolder('sqlite-lock');
  file = join(folder.path, 'one.sqlite');
  other = join(folder.path, 'elsewhere', 'other.sqlite');
  mkdirSync(join(folder.path, 'elsewhere'));
  writeFileSync(file, '');
});
afterEach(() => folder.remove());

const NAMES: [string, () => string][] = [
  ['itself', () => file],
  ['a relative path', () => relative(process.cwd(), file)],
  ['a path with dots', () => join(folder.path, 'elsewhere') + '/../one.sqlite'],
  ['a symbolic link', () => (symlinkSync(file, other), other)],
  [
    'a linked folder',
    () => (symlinkSync(folder.path, join(folder.path, 'linked')), join(folder.path, 'linked/one.sqlite')),
  ],
];
if (process.platform === 'linux') NAMES.push(['a hard link', () => (linkSync(file, other), other)]);

describe.runIf(inject('engine') === 'sqlite')('the lock of a SQLite file', () => {
  it.each(NAMES)('keeps another away that names the file by %s', async (_what, nameOf) => {
    const name = nameOf();
    const first = await SqliteLock.acquire(file);
    await expect(SqliteLock.acquire(name)).rejects.toThrow(IN_USE);
    first.release();
    const second = await SqliteLock.acquire(name);
    await expect(SqliteLock.acquire(file)).rejects.toThrow(IN_USE);
    second.release();
  });

  it('keeps another away that sees the file through a mount', async ({ skip }) => {
    writeFileSync(other, '');
    if (spawnSync('mount', ['--bind', file, other]).status !== 0) return skip();
    try {
      const first = await SqliteLock.acquire(file);
      await expect(SqliteLock.acquire(other)).rejects.toThrow(IN_USE);
      first.release();
    } finally {
      execFileSync('umount', ['--lazy', other]);
    }
  });

  it('lets two files beside each other go their ways', async () => {
    const locks = [await SqliteLock.acquire(file), await SqliteLock.acquire(other)];
    for (const lock of locks) lock.release();
  });
});
