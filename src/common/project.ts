import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's folder: this file is in src/common, or in dist/src/common once it is built. */
const ROOT = ['../../', '../../../']
  .map((up) => new URL(up, import.meta.url))
  .find((folder) => existsSync(new URL('package.json', folder)));

/** A file or folder of the project. */
export function projectPath(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}

/** Of package.json. */
export const VERSION = (JSON.parse(readFileSync(projectPath('package.json'), 'utf8')) as { version: string })
  .version;
