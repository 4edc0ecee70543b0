import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECORD = readFileSync(new URL('./previous-release.json.br', import.meta.url));

interface Release {
  version: string;
  /** Names of its migrations, in their order. */
  migrations: string[];
  /** By their path in the project. */
  files: Record<string, string>;
}

/** The last release, as `npm run release` has kept it. */
export const previousRelease = JSON.parse(brotliDecompressSync(RECORD).toString()) as Release;

/**
 * Its build, laid out so that it finds the libraries of this tree; returns the folder, from the project's root. It stays
 * for the next run.
 */
export function unpackPreviousRelease(): string {
  const name = createHash('sha256').update(RECORD).digest('hex').slice(0, 16);
  const folder = `node_modules/.cache/sandi-release/${name}`;
  if (existsSync(join(ROOT, folder))) return folder;
  // Several at once may be at it: each makes its own, and the first to be ready puts it in place.
  const own = join(ROOT, `${folder}-${process.pid}-${performance.now()}`);
  for (const [path, text] of Object.entries(previousRelease.files)) {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), text);
  }
  try {
    renameSync(own, join(ROOT, folder));
  } catch {
    rmSync(own, { recursive: true });
  }
  return folder;
}
