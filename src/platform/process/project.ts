import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project's folder: this file is in src/platform/process, or in dist/bundle or dist/src/… once it is built. */
const ROOT = ['../../', '../../../', '../../../../']
  .map((up) => new URL(up, import.meta.url))
  .find((folder) => existsSync(new URL('package.json', folder)));

/** A file or folder of the project. */
export function projectPath(path: string): string {
  return fileURLToPath(new URL(path, ROOT));
}

interface Package {
  version: string;
  engines: { node: string };
  scripts: { 'start:prod': string };
}

const { version, engines, scripts } = JSON.parse(
  readFileSync(projectPath('package.json'), 'utf8'),
) as Package;

/** Of package.json. */
export const VERSION = version;

/** The versions of Node.js that package.json supports. */
export const ENGINES = engines.node;

/** How every request of ours names its sender. Meta publishes a pattern for it, which has no room for a pre-release. */
export const USER_AGENT = `Sandi/${version.replace(/[-+].*$/, '')}`;

/** Node's options for V8's heap and threads, as `npm run start:prod` gives them. */
export const V8_OPTIONS = scripts['start:prod'].match(/--\S+-size=\d+/g) ?? [];
