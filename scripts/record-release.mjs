// `node scripts/record-release.mjs`: keeps what is built here, as release.mjs does: test/upgrades/previous-release.json.br holds the
// code of the last release without its libraries, for the tests that run it beside the next one. A clone of CI may have
// neither tags nor history. `--no-build` takes `dist` as it is.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { buildWhenStale } from './build-when-stale.mjs';

const FILE = 'test/upgrades/previous-release.json.br';

if (!process.argv.includes('--no-build')) buildWhenStale();
const { schema } = await import(pathToFileURL(resolve('dist/ormconfig.js')).href);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const sources = readdirSync('dist/src', { recursive: true })
  .map((path) => `dist/src/${path.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.js'))
  .sort();
const files = ['package.json', 'dist/ormconfig.js', ...sources];
const release = {
  version,
  migrations: schema.migrations.map(({ name }) => name),
  // Maps are left out, and so is what names them.
  files: Object.fromEntries(
    files.map((path) => [path, readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')]),
  ),
};
const bytes = brotliCompressSync(JSON.stringify(release));
writeFileSync(FILE, bytes);
process.stdout.write(
  `${FILE}: ${version}, ${files.length} files, ${release.migrations.length} migrations, ${bytes.length} bytes\n`,
);
