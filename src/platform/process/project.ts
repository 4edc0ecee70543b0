import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The project folder, from src/platform/process, dist/bundle or dist/src. */
const ROOT = ['../../', '../../../', '../../../../']
  .map((up) => new URL(up, import.meta.url))
  .find((folder) => existsSync(new URL('package.json', folder)));

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

export const VERSION = version;

export const ENGINES = engines.node;

/** User agent of our requests. Meta accepts no version with a pre-release part. */
export const USER_AGENT = `Sandi/${version.replace(/[-+].*$/, '')}`;

/** V8 options of `npm run start:prod`. */
export const V8_OPTIONS = scripts['start:prod'].match(/--\S+-size=\d+/g) ?? [];
