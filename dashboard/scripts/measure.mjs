// `npm run check:dashboard`: what a signed-in visitor loads before the home page shows, compressed, against its limit.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUILT = new URL('../../dist/dashboard/', import.meta.url);
const LIMIT_KIB = 200;
/** What the home page asks for at once: the entry, the page, the words of the default language. */
const ROOTS = ['index.html', 'src/pages/home/home-page.tsx', 'src/i18n/messages/id.ts'];

const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', BUILT), 'utf8'));
const files = new Set(['index.html']);
for (const root of ROOTS) collect(root, new Set());

const sizes = [...files].map((file) => [file, compressedBytes(file)]).sort((one, other) => other[1] - one[1]);
const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
for (const [file, bytes] of sizes) process.stdout.write(`${kib(bytes).padStart(7)} KiB  ${file}\n`);
process.stdout.write(`${kib(total).padStart(7)} KiB  of ${LIMIT_KIB} KiB, gzip\n`);
if (total > LIMIT_KIB * 1024) {
  process.stderr.write('The first load of the home page is over its limit.\n');
  process.exitCode = 1;
}

/** An entry of the manifest, with its styles and all that it imports before it can run. */
function collect(key, seen) {
  if (seen.has(key)) return;
  seen.add(key);
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`${key} is not in Vite's manifest.`);
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
  for (const imported of chunk.imports ?? []) collect(imported, seen);
}

function compressedBytes(file) {
  const compressed = new URL(`${file}.gz`, BUILT);
  if (existsSync(compressed)) return readFileSync(compressed).length;
  return gzipSync(readFileSync(new URL(file, BUILT))).length;
}

function kib(bytes) {
  return (bytes / 1024).toFixed(1);
}
