import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from '../support/app.js';
import { atExit } from '../support/services/at-exit.js';
import { temporaryFolder } from '../support/services/temporary-folder.js';

const FILLER_BYTES = 1 << 16;

/** A way to keep SQLite from writing, and to let it write again. */
export interface Disk {
  block(test: TestApp): Promise<void> | void;
  free(test: TestApp): Promise<void> | void;
}

/** A file system in memory that a test fills; only root may mount one. */
export class SmallDisk implements Disk {
  private constructor(
    readonly path: string,
    private readonly unmount: () => void,
  ) {}

  static mount(sizeMb: number): SmallDisk | undefined {
    const folder = temporaryFolder('small-disk');
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder.path]);
    if (mounted.status !== 0) {
      folder.remove();
      return undefined;
    }
    const unmount = () => spawnSync('umount', ['--lazy', folder.path]);
    const withdraw = atExit(unmount);
    return new SmallDisk(folder.path, () => {
      unmount();
      withdraw();
      folder.remove();
    });
  }

  block(): void {
    for (let nth = 0; ; nth++)
      try {
        writeFileSync(join(this.path, `filler-${nth}`), Buffer.alloc(FILLER_BYTES));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
        throw error;
      }
  }

  free(): void {
    for (let nth = 0; nth < 10_000; nth++) rmSync(join(this.path, `filler-${nth}`), { force: true });
  }

  remove(): void {
    this.unmount();
  }
}

/** SQLite is told of a full disk once its file would have to grow. */
export const NO_MORE_PAGES: Disk = {
  block: (test) => mayHold(test, 1),
  free: (test) => mayHold(test, 1_000_000),
};

/** Never fewer than there are. */
const mayHold = (test: TestApp, pages: number) =>
  test.database.tx(async (tx) => {
    await tx.query(`PRAGMA max_page_count = ${pages}`);
  });

/** Every write of this process to a file fails, which SQLite calls SQLITE_IOERR_WRITE. */
export const NO_WRITES: Disk = {
  block: () => limitFiles('1'),
  free: () => limitFiles('unlimited'),
};

const limitFiles = (bytes: string) =>
  void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`]);

export const canLimitFiles = spawnSync('prlimit', ['--version']).status === 0;
