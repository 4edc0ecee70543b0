import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));
/** What tests start as processes of their own, by its name in `dist/bundle`. */
const PROGRAMS = {
  main: 'src/main.js',
  doctor: 'src/doctor.js',
  books: 'src/books/main.js',
  accounts: 'src/accounts.js',
};
/** Native code, and what Nest asks for in case it is there. */
const LEFT_OUT = [
  /^better-sqlite3/,
  /^@node-rs\//,
  /^@nestjs\/(microservices|websockets|platform-express)/,
  /^@fastify\/view/,
];

/**
 * The same programs in a few files, which Node loads in half the time: to load a thousand modules is most of a boot,
 * and a run of the tests boots a hundred times. Those that show how an operator starts it take `dist/src`.
 */
export async function bundlePrograms(): Promise<void> {
  const [built, bundled] = ['src/main.js', 'bundle/main.mjs'].map((file) => `${DIST}${file}`) as [
    string,
    string,
  ];
  if (existsSync(bundled) && statSync(bundled).mtimeMs > statSync(built).mtimeMs) return;
  const input = Object.fromEntries(Object.entries(PROGRAMS).map(([name, file]) => [name, DIST + file]));
  const bundle = await rolldown({ input, platform: 'node', external: LEFT_OUT, logLevel: 'silent' });
  await bundle.write({
    dir: `${DIST}bundle`,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
}
