import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/services/temporary-folder.js';
import type { Language } from './languages.js';
import { ROOT } from './packed.js';

/** A program out of a document as it stands there, where a project that has the SDK would have it; it runs in that folder. */
export function putInPlace({ name, cwd }: Language, file: string, code: string): string {
  const folder = temporaryFolder('snippet');
  onTestFinished(() => folder.remove());
  const path = join(cwd?.() ?? folder.path, file);
  writeFileSync(path, code);
  if (name === 'PHP' && !cwd) {
    mkdirSync(join(folder.path, 'vendor'));
    const loader = join(ROOT, 'test/sdk/runners/autoload.php');
    writeFileSync(join(folder.path, 'vendor/autoload.php'), `<?php require '${loader}';`);
  }
  return path;
}
