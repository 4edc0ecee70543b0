// `npm run check:dashboard`: sums what the browser of a logged-in user downloads for the home page,
// compressed as over HTTPS, and fails above the limit. test/dashboard/size.browser.spec.ts checks the list of
// files in Chromium.
import { existsSync, readFileSync, statSync } from 'node:fs';

const BUILT = new URL('../../dist/dashboard/', import.meta.url);
const LIMIT_KIB = 150;
const PAGE = 'index.html';
/** Files that the home page loads and the document does not name: the messages of the default language. */
const ROOTS = ['src/i18n/messages/initial.id.ts'];

const manifest = JSON.parse(readBuilt('.vite/manifest.json'));
const named = [...readBuilt(PAGE).matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
const files = new Set([PAGE, ...named]);
for (const root of [...ROOTS, ...keysOf(named)]) collect(root, new Set());

const sizes = [...files].map((file) => [file, sentBytes(file)]).sort((one, other) => other[1] - one[1]);
const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
if (process.argv.includes('--json')) {
  process.stdout.write(JSON.stringify(Object.fromEntries(sizes)));
  process.exit();
}
for (const [file, bytes] of sizes) process.stdout.write(`${kib(bytes).padStart(7)} KiB  ${file}\n`);
process.stdout.write(`${kib(total).padStart(7)} KiB  of ${LIMIT_KIB} KiB, brotli\n`);
if (total > LIMIT_KIB * 1024) {
  process.stderr.write('The first load of the home page is over its limit.\n');
  process.exitCode = 1;
}

function readBuilt(file) {
  return readFileSync(new URL(file, BUILT), 'utf8');
}

function keysOf(built) {
  return Object.keys(manifest).filter((key) => built.includes(manifest[key].file));
}

/** Adds an entry of the manifest, its styles and everything that it imports. */
function collect(key, seen) {
  if (seen.has(key)) return;
  seen.add(key);
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`${key} is not in Vite's manifest.`);
  for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) collect(imported, seen);
}

/** Small files have no compressed version. */
function sentBytes(file) {
  const compressed = new URL(`${file}.br`, BUILT);
  return statSync(existsSync(compressed) ? compressed : new URL(file, BUILT)).size;
}

function kib(bytes) {
  return (bytes / 1024).toFixed(1);
}
