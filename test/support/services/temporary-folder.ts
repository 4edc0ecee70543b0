import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit.js';

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

/** A folder of our own (mode 0700) that is gone afterwards, also when the run is interrupted. */
export function temporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `sandi-${name}-`));
  const erase = () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  const withdraw = atExit(erase);
  return {
    path,
    remove() {
      erase();
      withdraw();
    },
  };
}
